"""The files made from the protocol are up to date, and describe it."""

from pathlib import Path

import msgspec

from tenback.protocol.__main__ import FILES
from tenback.protocol.schema import schema, typescript

ROOT = Path(__file__).parent.parent.parent


def test_the_files_are_what_make_protocol_writes() -> None:
    for path, text in FILES.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text


def test_every_message_has_a_type_and_a_description() -> None:
    definitions = schema()["$defs"]
    for union in ("FromClient", "ToClient"):
        for each in definitions[union]["anyOf"]:
            message = definitions[each["$ref"].rpartition("/")[2]]
            assert message["properties"]["type"]["enum"]
            assert message["description"]


def test_types_are_written_as_typescript_knows_them() -> None:
    found = typescript(
        {
            "$defs": {
                "Pair": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
                "Maybe": {"anyOf": [{"$ref": "#/$defs/Pair"}, {"type": "null"}]},
                "Many": {"type": "array", "items": {"enum": ["a", 1]}},
                "Named": {"type": "object", "additionalProperties": {"type": "boolean"}},
                "Thing": {
                    "description": "A\n  thing.",
                    "type": "object",
                    "properties": {"a": {"type": "number"}, "b": {"const": "x"}},
                    "required": ["a"],
                },
            }
        }
    )
    assert "export type Pair = [number, string];" in found
    assert "export type Maybe = Pair | null;" in found
    assert 'export type Many = ("a" | 1)[];' in found
    assert "export type Named = { [key: string]: boolean };" in found
    assert '/** A thing. */\nexport type Thing = {\n  a: number;\n  b?: "x";\n};' in found


def test_a_schema_is_plain_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(schema())) == schema()
