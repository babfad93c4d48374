"""The protocol as JSON Schema, and the TypeScript types derived from it."""

from typing import Any

import msgspec

from tenback.protocol import rest
from tenback.protocol.from_client import FromClient
from tenback.protocol.to_client import ToClient

Schema = dict[str, Any]

REF = "#/$defs/{name}"
UNIONS = {"FromClient": FromClient, "ToClient": ToClient}
BODIES = [
    each
    for each in vars(rest).values()
    if isinstance(each, type) and each.__module__ == rest.__name__ and each is not rest.RequestBody
]
"""The bodies of REST requests and answers."""
HEAD = """\
// Made from docs/protocol.schema.json by `make protocol`: change src/tenback/protocol/ instead.
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def schema() -> Schema:
    """Return all messages and bodies as one JSON Schema."""
    types = (*UNIONS.values(), *BODIES)
    roots, components = msgspec.json.schema_components(types, ref_template=REF)
    definitions = {**components, **dict(zip(UNIONS, roots, strict=False))}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of Tenback's tables",
        "$defs": dict(sorted(definitions.items())),
    }


def typescript(of: Schema) -> str:
    """Return the TypeScript types of a schema, each with its description."""
    return HEAD + "".join(_declaration(name, each) for name, each in of["$defs"].items())


def _declaration(name: str, schema: Schema) -> str:
    told = schema.get("description")
    comment = "" if told is None else f"/** {' '.join(told.split())} */\n"
    return f"\n{comment}export type {name} = {_type(schema)};\n"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    match schema["type"]:
        case "null":
            return "null"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
        case "array":
            items = _type(schema["items"])
            return f"({items})[]" if " | " in items else f"{items}[]"
        case "object" if "properties" in schema:
            return _object(schema)
        case "object":
            return f"{{ [key: string]: {_type(schema['additionalProperties'])} }}"
        case plain:
            return PLAIN[plain]


def _object(schema: Schema) -> str:
    required = schema.get("required", ())
    fields = (
        f"  {name}{'' if name in required else '?'}: {_type(each)};\n"
        for name, each in schema["properties"].items()
    )
    return "{\n" + "".join(fields) + "}"
