"""Translates the compiled rules to C++, for compilers that also build for GPUs.

Numba compiles our functions for the CPU. This module reads their source, infers all types from
those of the arguments, and writes the same functions in C++. It knows only what those functions
use: integers, floats, sets of cards, named tuples, records and their arrays, loops and conditions.
Anything else is refused, with its location.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_type_hints

import numpy as np

from tenback.fastsim import bits

INTEGER, UNSIGNED, REAL, TRUTH, NOTHING = "i64", "u64", "f64", "bool", "void"
SET = "Set"
BUILT_IN = {bits.ones: "ones", bits.lowest_one: "lowest_one", bits.highest_one: "highest_one"}
OPERATORS: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.USub: "-",
    ast.Invert: "~",
    ast.Not: "!",
}
CAST = {
    np.dtype(kind): name
    for kind, name in {
        "i1": "signed char",
        "u1": "unsigned char",
        "i2": "short",
        "u2": "unsigned short",
        "i4": "int",
        "i8": INTEGER,
        "u8": UNSIGNED,
        "f4": "float",
        "f8": REAL,
    }.items()
}


@dataclass(frozen=True)
class Pointer:
    """The type of a pointer to a record."""

    record: str

    def __str__(self) -> str:
        return f"{self.record}*"


@dataclass(frozen=True)
class Block:
    """The type of an array of known shape, except for its first length.

    A counted array carries that length.
    """

    element: str
    shape: tuple[int, ...]
    is_counted: bool = False

    def __str__(self) -> str:
        return f"Span<{self.element}>" if self.is_counted else f"{self.element}*"


@dataclass(frozen=True)
class Several:
    """The type of a tuple of several values of one type."""

    element: str
    count: int

    def __str__(self) -> str:
        return f"Several<{self.element}, {self.count}>"


Type = str | Pointer | Block | Several


class NotTranslated(Exception):
    """Raised for source code that cannot be translated."""


@dataclass
class Value:
    """A C++ expression and its type."""

    code: str
    kind: Type


@dataclass
class Function:
    """A translated function for certain types of arguments."""

    name: str
    result: Type | None
    """The annotated type, or None until it is inferred."""
    is_inlined: bool
    code: str = ""


@dataclass
class Program:
    """A C++ program: functions and the records, named tuples and constant arrays that they need."""

    fixed: Mapping[tuple[str, str], Value] = field(default_factory=dict)
    """The values of record fields that are constant in this program, by record and field."""
    changed: Mapping[str, int] = field(default_factory=dict)
    """Constants of our modules that have other values in this program, by name."""
    _records: dict[str, tuple[np.dtype[Any], str]] = field(default_factory=dict)
    _tuples: dict[str, tuple[dict[str, Type], str]] = field(default_factory=dict)
    _constants: dict[int, tuple[str, Type, str]] = field(default_factory=dict)
    _functions: dict[tuple[Any, ...], Function] = field(default_factory=dict)
    _kept: list[Any] = field(default_factory=list)

    @property
    def source(self) -> str:
        """The source code of the whole program."""
        functions = [function for function in self._functions.values() if function.code]
        heads = [function.code.partition(" {\n")[0] + ";" for function in functions]
        return "\n".join(
            [
                *(code for _, code in self._records.values()),
                *(code for _, code in self._tuples.values()),
                *(code for _, _, code in self._constants.values()),
                *heads,
                *(function.code for function in functions),
            ]
        )

    def record(self, name: str, kind: np.dtype[Any]) -> Pointer:
        """Register a NumPy record type under a name, with the same memory layout."""
        if name not in self._records:
            self._records[name] = kind, self._struct(name, kind)
        return Pointer(name)

    def _struct(self, name: str, kind: np.dtype[Any]) -> str:
        lines, checks = [], []
        for each, (part, start, *_) in (kind.fields or {}).items():
            base = part.base
            size = int(np.prod(part.shape)) if part.shape else 0
            element = self._element(base)
            lines.append(f"    {element} {each}{f'[{size}]' if size else ''};")
            checks.append(f'static_assert(offsetof({name}, {each}) == {start}, "{each}");')
        checks.append(f'static_assert(sizeof({name}) == {kind.itemsize}, "{name}");')
        return "\n".join([f"struct {name} {{", *lines, "};", *checks])

    def _element(self, base: np.dtype[Any]) -> str:
        for name, (kind, _) in self._records.items():
            if kind == base:
                return name
        return CAST[base]

    def field(self, record: str, name: str) -> tuple[np.dtype[Any], tuple[int, ...], str]:
        """Return the type of a record's field, its shape, and the C++ name of its elements."""
        fields = self._records[record][0].fields
        assert fields is not None
        part = fields[name][0]
        return part.base, part.shape, self._element(part.base)

    def named_tuple(self, kind: Any) -> dict[str, Type]:
        """Register a named tuple, and return the types of its fields."""
        name = kind.__name__
        if name not in self._tuples:
            fields = {each: self.annotated(hint) for each, hint in get_type_hints(kind).items()}
            lines = [f"    {each} {of};" for of, each in fields.items()]
            self._tuples[name] = fields, "\n".join([f"struct {name} {{", *lines, "};"])
        return self._tuples[name][0]

    def fields_of(self, name: str) -> dict[str, Type] | None:
        """Return the types of a registered named tuple's fields."""
        return self._tuples[name][0] if name in self._tuples else None

    def annotated(self, hint: Any) -> Type:
        """Return the type that an annotation stands for."""
        if hint in (int, bool, float, None, type(None)):
            return {int: INTEGER, bool: TRUTH, float: REAL}.get(hint, NOTHING)
        if hint == bits.Set:
            return SET
        if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
            self.named_tuple(hint)
            return hint.__name__
        parts: tuple[Any, ...] = getattr(hint, "__args__", ())
        if getattr(hint, "__origin__", None) is tuple and len(set(parts)) == 1:
            return Several(str(self.annotated(parts[0])), len(parts))
        raise NotTranslated(str(hint))

    def constant(self, name: str, array: Any) -> Value:
        """Return a constant array of a module as a C++ expression."""
        if id(array) not in self._constants:
            element = (
                self._element(array.dtype) if array.dtype.fields else CAST[_plain(array.dtype)]
            )
            known = f"{name}_{len(self._constants)}"
            body = ", ".join(_literals(array.reshape(-1)))
            code = f"CONSTANT {element} {known}[{array.size}] = {{{body}}};"
            self._constants[id(array)] = known, Block(element, array.shape), code
            self._kept.append(array)
        known, kind, _ = self._constants[id(array)]
        return Value(f"(({kind}){known})", kind)

    def function(self, function: Callable[..., Any], kinds: Sequence[Type]) -> Function:
        """Return the translation of a function for some types of arguments."""
        plain = getattr(function, "py_func", function)
        key = plain, *kinds
        if key not in self._functions:
            name = f"{plain.__name__}_{len(self._functions)}"
            hint = get_type_hints(plain).get("return")
            result = None if hint is Any else self.annotated(hint)
            is_inlined = getattr(function, "targetoptions", {}).get("forceinline", False)
            found = self._functions[key] = Function(name, result, is_inlined)
            found.code = _Body(self, plain, kinds, found).code()
        return self._functions[key]


def _plain(kind: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype("u1") if kind == np.bool_ else kind


def _literals(array: Any) -> list[str]:
    if array.dtype.fields:
        return [
            "{" + ", ".join(_nested(row[name]) for name in array.dtype.fields) + "}"
            for row in array
        ]
    return [_literal(value) for value in array]


def _nested(value: Any) -> str:
    if np.ndim(value):
        return "{" + ", ".join(_literals(np.reshape(value, -1))) + "}"
    return _literal(value)


def _literal(value: Any) -> str:
    if isinstance(value, (float, np.floating)):
        return float(value).hex()
    if isinstance(value, np.uint64):
        return f"{int(value)}ULL"
    number = int(value)
    return f"({number + 1}LL - 1)" if number == -(1 << 63) else f"{number}LL"


class _Body:
    """The translation of one function's body."""

    def __init__(
        self, program: Program, function: Any, kinds: Sequence[Type], own: Function
    ) -> None:
        self._program, self._function, self._own = program, function, own
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        assert isinstance(tree, ast.FunctionDef)
        self._tree = tree
        self._globals = function.__globals__
        self._arguments = [argument.arg for argument in self._tree.args.args]
        self._locals: dict[str, Type] = dict(zip(self._arguments, kinds, strict=True))
        self._number = 0

    def code(self) -> str:
        """Return the function in C++; translates again until all variables have their types."""
        while True:
            before = dict(self._locals)
            self._number = 0
            lines = [line for node in self._tree.body for line in self._statement(node)]
            if before == self._locals:
                break
        own = [
            f"    {kind} {name};"
            for name, kind in self._locals.items()
            if name not in self._arguments
        ]
        mark = "INLINED" if self._own.is_inlined else "FUNCTION"
        head = ", ".join(f"{self._locals[name]} {name}" for name in self._arguments)
        return "\n".join(
            [f"{mark} {self._own.result} {self._own.name}({head}) {{", *own, *lines, "}"]
        )

    def _refuse(self, node: ast.AST) -> NotTranslated:
        where = f"{self._function.__module__}.{self._function.__name__}"
        return NotTranslated(f"{where}: {ast.unparse(node)}")

    def _fresh(self) -> str:
        self._number += 1
        return f"t{self._number}"

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return []
            case ast.Expr(value=value):
                return [f"    {self._value(value).code};"]
            case ast.Return(value=None):
                return ["    return;"]
            case ast.Return(value=ast.expr() as value):
                found = self._value(value)
                self._own.result = self._own.result or found.kind
                return [f"    return {self._as(found, self._own.result)};"]
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                return self._unpack(targets, value)
            case ast.Assign(targets=[ast.Subscript(value=array, slice=ast.Slice())], value=value):
                block = self._value(array)
                assert isinstance(block.kind, Block)
                size = int(np.prod(block.kind.shape))
                filling = self._value(value).code
                return [f"    for (int n = 0; n < {size}; n++) {block.code}[n] = {filling};"]
            case ast.Assign(targets=[target], value=value):
                return [self._assign(target, self._value(value))]
            case ast.AugAssign(target=target, op=op, value=value):
                place, found = self._place(target), self._value(value)
                if isinstance(target, ast.Name):
                    self._note(target.id, found.kind if found.kind == REAL else place.kind)
                return [f"    {place.code} {OPERATORS[type(op)]}= {found.code};"]
            case ast.If(test=test, body=body, orelse=other):
                test_code = self._value(test).code
                if test_code in ("0", "(0)"):
                    return self._block(other)
                lines = [f"    if ({test_code}) {{", *self._block(body)]
                if other:
                    lines += ["    } else {", *self._block(other)]
                return [*lines, "    }"]
            case ast.While(test=test, body=body):
                return [f"    while ({self._value(test).code}) {{", *self._block(body), "    }"]
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=bounds), body=body):
                return self._loop(name, [self._value(bound).code for bound in bounds], body)
            case ast.Continue():
                return ["    continue;"]
            case ast.Break():
                return ["    break;"]
        raise self._refuse(node)

    def _block(self, nodes: Sequence[ast.stmt]) -> list[str]:
        return [line for node in nodes for line in self._statement(node)]

    def _loop(self, name: str, bounds: list[str], body: Sequence[ast.stmt]) -> list[str]:
        first, last = ["0", *bounds] if len(bounds) == 1 else bounds
        count, end = self._fresh(), self._fresh()
        self._note(name, INTEGER)
        return [
            f"    for (i64 {count} = {first}, {end} = {last}; {count} < {end}; {count}++) {{",
            f"    {name} = {count};",
            *self._block(body),
            "    }",
        ]

    def _note(self, name: str, kind: Type) -> None:
        known = self._locals.get(name)
        if known is None or (known in (INTEGER, TRUTH) and kind == REAL):
            self._locals[name] = kind
        elif known == TRUTH and kind == INTEGER:
            self._locals[name] = INTEGER

    def _assign(self, target: ast.expr, found: Value) -> str:
        if isinstance(target, ast.Name):
            self._note(target.id, found.kind)
            return f"    {target.id} = {self._as(found, self._locals[target.id])};"
        place = self._place(target)
        if isinstance(place.kind, Pointer):
            return f"    *{place.code} = *{found.code};"
        return f"    {place.code} = {found.code};"

    def _unpack(self, targets: Sequence[ast.expr], value: ast.expr) -> list[str]:
        if isinstance(value, ast.Tuple):
            found = [self._value(each) for each in value.elts]
            names = [self._fresh() for each in found]
            return [
                "    {",
                *(
                    f"    auto {name} = {each.code};"
                    for name, each in zip(names, found, strict=True)
                ),
                *(
                    self._assign(target, Value(name, each.kind))
                    for target, name, each in zip(targets, names, found, strict=True)
                ),
                "    }",
            ]
        whole = self._value(value)
        if whole.kind != SET:
            raise self._refuse(value)
        name = self._fresh()
        return [
            "    {",
            f"    auto {name} = {whole.code};",
            *(
                self._assign(target, Value(f"{name}.{part}", INTEGER))
                for target, part in zip(targets, ("low", "high"), strict=True)
            ),
            "    }",
        ]

    def _as(self, found: Value, kind: Type) -> str:
        if found.kind == kind or isinstance(kind, (Pointer, Block, Several)) or kind == SET:
            return found.code
        return f"({kind})({found.code})"

    def _place(self, node: ast.expr) -> Value:
        """Return the C++ expression for the target of an assignment."""
        match node:
            case ast.Name(id=name):
                return Value(name, self._locals[name])
            case ast.Attribute(value=value, attr=attr):
                owner = self._value(value)
                assert isinstance(owner.kind, Pointer), ast.unparse(node)
                base, _, _ = self._program.field(owner.kind.record, attr)
                return Value(f"{owner.code}->{attr}", CAST[base])
            case ast.Subscript():
                return self._item(node)
        raise self._refuse(node)

    def _item(self, node: ast.Subscript) -> Value:
        """Return an array element in the type in which it is stored."""
        owner = self._value(node.value)
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        places = [self._value(index).code for index in indices]
        if owner.kind == SET and places[0] in ("0LL", "1LL"):
            part = "low" if places[0] == "0LL" else "high"
            return Value(f"{owner.code}.{part}", INTEGER)
        if owner.kind == SET or isinstance(owner.kind, Several):
            element = owner.kind.element if isinstance(owner.kind, Several) else INTEGER
            return Value(f"{owner.code}[{places[0]}]", element)
        if not isinstance(owner.kind, Block):
            raise self._refuse(node)
        shape = owner.kind.shape
        place = places[0]
        for index, length in zip(places[1:], shape[1:], strict=False):
            place = f"({place}) * {length} + {index}"
        rest = shape[len(places) :]
        for length in rest:
            place = f"({place}) * {length}"
        start = f"{owner.code}.first" if owner.kind.is_counted else owner.code
        if rest:
            return Value(f"({start} + ({place}))", Block(owner.kind.element, rest))
        if owner.kind.element in self._program._records:
            return Value(f"({start} + ({place}))", Pointer(owner.kind.element))
        return Value(f"{start}[{place}]", owner.kind.element)

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() as value):
                return Value(str(value).lower(), TRUTH)
            case ast.Constant(value=int() as value):
                return Value(_literal(value), INTEGER)
            case ast.Constant(value=float() as value):
                return Value(_literal(value), REAL)
            case ast.Name(id=name) if name in self._locals:
                return Value(name, self._locals[name])
            case ast.Name(id=name):
                return self._global(node, name)
            case ast.Tuple(elts=parts):
                return self._tuple(node, [self._value(part) for part in parts])
            case ast.Attribute(value=owner, attr=attr):
                return self._attribute(node, self._value(owner), attr)
            case ast.Subscript():
                return self._read(self._item(node))
            case ast.BinOp(left=left, op=op, right=right):
                return self._computed(op, self._value(left), self._value(right))
            case ast.UnaryOp(op=op, operand=operand):
                found = self._value(operand)
                kind = TRUTH if isinstance(op, ast.Not) else found.kind
                return Value(f"({OPERATORS[type(op)]}{found.code})", kind)
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return Value(f"({sign.join(self._value(each).code for each in values)})", TRUTH)
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=parts)]):
                code = self._value(left).code
                tests = (f"{code} == {self._value(part).code}" for part in parts)
                return Value(f"({' || '.join(tests)})", TRUTH)
            case ast.Compare(left=left, ops=ops, comparators=others):
                codes = [self._value(side).code for side in (left, *others)]
                steps = zip(codes, ops, codes[1:], strict=False)
                tests = (f"{low} {OPERATORS[type(op)]} {high}" for low, op, high in steps)
                return Value(f"({' && '.join(tests)})", TRUTH)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._either(self._value(test).code, self._value(body), self._value(other))
            case ast.Call(func=func, args=arguments):
                return self._call(node, func, arguments)
        raise self._refuse(node)

    def _tuple(self, node: ast.expr, parts: Sequence[Value]) -> Value:
        codes = ", ".join(part.code for part in parts)
        if len(parts) == 2 and all(part.kind in (INTEGER, TRUTH) for part in parts):
            return Value(f"Set{{{codes}}}", SET)
        if len({part.kind for part in parts}) != 1:
            raise self._refuse(node)
        kind = Several(str(parts[0].kind), len(parts))
        return Value(f"{kind}{{{{{codes}}}}}", kind)

    def _computed(self, op: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(op, ast.Div):
            return Value(f"((f64)({left.code}) / (f64)({right.code}))", REAL)
        codes = [
            self._as(side, INTEGER) if side.kind == TRUTH else side.code for side in (left, right)
        ]
        kind = _joint(left.kind, right.kind)
        sign = OPERATORS[type(op)]
        return Value(f"({codes[0]} {sign} {codes[1]})", INTEGER if kind == TRUTH else kind)

    def _either(self, test: str, yes: Value, no: Value) -> Value:
        kind = _joint(yes.kind, no.kind)
        return Value(f"({test} ? {self._as(yes, kind)} : {self._as(no, kind)})", kind)

    def _read(self, found: Value) -> Value:
        """Return the value of an element, with small integers widened."""
        if isinstance(found.kind, (Pointer, Block)) or found.kind in (
            *(INTEGER, UNSIGNED, REAL, SET),
        ):
            return found
        if self._program.fields_of(str(found.kind)) is not None:
            return found
        return Value(f"(i64){found.code}", INTEGER)

    def _global(self, node: ast.expr, name: str) -> Value:
        value = self._program.changed.get(name, self._globals[name])
        if isinstance(value, (bool, np.bool_)):
            return Value(str(bool(value)).lower(), TRUTH)
        if isinstance(value, np.uint64):
            return Value(_literal(value), UNSIGNED)
        if isinstance(value, (int, np.integer)):
            return Value(_literal(int(value)), INTEGER)
        if isinstance(value, float):
            return Value(_literal(value), REAL)
        if isinstance(value, np.ndarray):
            return self._program.constant(name, value)
        raise self._refuse(node)

    def _attribute(self, node: ast.expr, owner: Value, attr: str) -> Value:
        if isinstance(owner.kind, Pointer):
            fixed = self._program.fixed.get((owner.kind.record, attr))
            if fixed is not None:
                return fixed
            base, shape, element = self._program.field(owner.kind.record, attr)
            code = f"{owner.code}->{attr}"
            if shape:
                return Value(code, Block(element, shape))
            return self._read(Value(code, CAST[base]))
        fields = self._program.fields_of(str(owner.kind))
        if fields is None:
            raise self._refuse(node)
        return Value(f"{owner.code}.{attr}", fields[attr])

    def _call(self, node: ast.expr, func: ast.expr, arguments: Sequence[ast.expr]) -> Value:
        if isinstance(func, ast.Attribute):
            number = {"int64": INTEGER, "uint64": UNSIGNED}.get(func.attr)
            if number is None:
                raise self._refuse(node)
            return Value(f"({number})({self._value(arguments[0]).code})", number)
        assert isinstance(func, ast.Name)
        values = [self._value(argument) for argument in arguments]
        codes = [value.code for value in values]
        known = self._globals.get(func.id)
        if func.id in ("min", "max", "abs") and known is None:
            kind = values[0].kind if len(values) == 1 else _joint(values[0].kind, values[1].kind)
            sides = ", ".join(self._as(value, kind) for value in values)
            return Value(f"{func.id}_of<{kind}>({sides})", kind)
        if func.id == "len":
            of = values[0].kind
            assert isinstance(of, Block)
            return Value(f"{codes[0]}.count" if of.is_counted else f"{of.shape[0]}LL", INTEGER)
        if known is bits.whole:
            return Value(f"(i64)({codes[0]})", INTEGER)
        if known in BUILT_IN:
            return Value(f"{BUILT_IN[known]}({codes[0]})", INTEGER)
        if isinstance(known, type) and hasattr(known, "_fields"):
            fields = self._program.named_tuple(known)
            parts = (
                self._as(value, kind) for value, kind in zip(values, fields.values(), strict=True)
            )
            return Value(f"{known.__name__}{{{', '.join(parts)}}}", known.__name__)
        kinds = [INTEGER if value.kind == TRUTH else value.kind for value in values]
        found = self._program.function(known, kinds)
        assert found.result is not None, found.name
        return Value(f"{found.name}({', '.join(codes)})", found.result)


def _joint(first: Type, second: Type) -> Type:
    if first == second:
        return first
    for kind in (REAL, UNSIGNED, INTEGER):
        if kind in (first, second):
            return kind
    raise NotTranslated(f"{first} and {second}")
