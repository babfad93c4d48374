"""Generates the page about the REST interface, from the server's OpenAPI document."""

from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Litestar

from tenback.server.rest import openapi, routes

TITLE = """# The REST interface

Generated from the OpenAPI document, which every server has at `/api/schema/openapi.json`. Bodies
are JSON. A refusal has a status, a stable `code` and a sentence
([ErrorAnswer](#schema-ErrorAnswer)). What happens at a table goes over its
[WebSocket](protocol.md).
"""
SCHEMA = "#/components/schemas/"
Json = Mapping[str, Any]


def routes_page() -> str:
    """Return all routes and the schemas they use, as Markdown."""
    document = Litestar(routes(), openapi_config=openapi(), logging_config=None).openapi_schema
    schema: Json = document.to_schema()
    found = [
        (operation, method.upper(), path)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    text = TITLE
    for tag in dict.fromkeys(operation["tags"][0] for operation, _, _ in found):
        text += f"\n## {tag.capitalize()}\n"
        for operation, method, path in found:
            if operation["tags"][0] == tag:
                text += _route(operation, method, path)
    text += "\n## Schemas\n\nFields marked with `*` are required.\n"
    for name, one in sorted(schema["components"]["schemas"].items()):
        text += _schema(name, one)
    return text


def _route(operation: Json, method: str, path: str) -> str:
    text = f"\n### {operation['summary']}\n\n```text\n{method} {path}\n```\n\n"
    text += f"{operation['description']}\n"
    rows = [
        f"| `{one['name']}` ({one['in']}) | {_type(one['schema'])} | {_meaning(one)} |\n"
        for one in operation.get("parameters", ())
    ]
    if rows:
        text += "\n| parameter | type | meaning |\n|---|---|---|\n" + "".join(rows)
    body = operation.get("requestBody")
    if body is not None:
        text += f"\nBody: {_content(body)}\n"
    answers = operation["responses"]
    good = [(status, one) for status, one in answers.items() if status < "400"]
    bad = ", ".join(f"`{status}`" for status in answers if status >= "400")
    for status, one in good:
        text += f"\nAnswers `{status}`: {_content(one) or 'nothing'}." + (
            f" Refuses with {bad}.\n" if bad else "\n"
        )
    return text


def _content(one: Json) -> str:
    kinds = one.get("content", {})
    return " or ".join(
        _type(content["schema"]) if kind == "application/json" else f"`{kind}`"
        for kind, content in kinds.items()
    )


def _schema(name: str, schema: Json) -> str:
    text = f"\n(schema-{name})=\n### {name}\n\n"
    if schema.get("description"):
        text += f"{schema['description']}\n\n"
    fields: Json = schema.get("properties", {})
    if not fields:
        return text + f"{_type(schema)}\n"
    required: Sequence[str] = schema.get("required", ())
    text += "| field | type | meaning |\n|---|---|---|\n"
    for field, one in fields.items():
        mark = "\\*" if field in required else ""
        text += f"| `{field}`{mark} | {_type(one)} | {_meaning(one)} |\n"
    return text


def _type(schema: Json) -> str:
    """Return a short description of a type, with links to schemas."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(SCHEMA)
        return f"[{name}](#schema-{name})"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(map(_type, schema[key])))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    match schema.get("type"):
        case "array":
            return f"list of {_type(schema.get('items', {}))}"
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            return f"map to {_type(schema['additionalProperties'])}"
        case list() as several:
            return " or ".join(several)
        case None:
            return "anything"
        case one:
            return str(one)


def _meaning(one: Json) -> str:
    return " ".join(one.get("description", "").split()).replace("|", "\\|")
