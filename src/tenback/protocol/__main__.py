"""Generate the files that depend on the protocol: `python -m tenback.protocol`, run in the root."""

import json
from pathlib import Path

from tenback.protocol.editions import editions_typescript
from tenback.protocol.schema import schema, typescript

FILES = {
    Path("docs/protocol.schema.json"): json.dumps(schema(), indent=2) + "\n",
    Path("web/src/protocol.ts"): typescript(schema()),
    Path("web/src/editions.ts"): editions_typescript(),
}

if __name__ == "__main__":
    for path, text in FILES.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
