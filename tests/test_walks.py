"""The walks in ARCHITECTURE.md: each function that they name leads to the next."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WALKS = {
    "### Walk: `tenback simulate`": ("StudyRunner.simulate",),
    "### A card from the key press": ("Connection.run", "Peers.hear"),
    "### One decision of `master`": ("RoomRegistry.take",),
}
"""The beginning of each walk's heading, and the functions that a process is entered by."""
NAME = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)*)`")


@dataclass(frozen=True)
class Definition:
    """A function or a class in a module."""

    module: "Module"
    node: ast.AST

    def mentions(self, name: str) -> bool:
        """Return whether the code names something, itself or in private helpers of its module."""
        seen, waiting = set[str](), [self.node]
        while waiting:
            found = {*_names(waiting.pop())}
            if name in found:
                return True
            helpers = {each for each in found if each.startswith("_")} & {*self.module.functions}
            waiting += [self.module.functions[each] for each in helpers - seen]
            seen |= helpers
        return False


@dataclass(frozen=True)
class Module:
    """A module's functions by name, those of its classes as `Class.function`."""

    path: str
    functions: Mapping[str, ast.AST]

    @classmethod
    def read(cls, path: Path) -> "Module":
        functions = dict[str, ast.AST]()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                for inner in node.body:
                    for name in _defined(inner):
                        functions[f"{node.name}.{name}"] = inner
                        if name.startswith("_"):
                            functions.setdefault(name, inner)
                    for name in _fields(inner):
                        functions[f"{node.name}.{name}"] = inner
            for name in _defined(node):
                functions[name] = node
        return cls(path.relative_to(ROOT).as_posix(), functions)


def _defined(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name


def _fields(node: ast.AST) -> Iterator[str]:
    """Yield the attributes that a method sets, such as `push` in `self.push = socket.send`."""
    for inner in ast.walk(node):
        match inner:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name("self"), attr=name)]):
                yield name


def _names(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        match inner:
            case ast.Name(name) | ast.Attribute(attr=name):
                yield name


@cache
def modules() -> tuple[Module, ...]:
    """Return the modules that define something that ARCHITECTURE.md names."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    members = "|".join({name.rpartition(".")[2] for name in NAME.findall(text)})
    is_named = re.compile(rf"\b(?:def|class) (?:{members})\b|self\.(?:{members})\b.* = ")
    paths = sorted((ROOT / "src" / "tenback").rglob("*.py"))
    return tuple(map(Module.read, (path for path in paths if is_named.search(path.read_text()))))


def definitions(name: str) -> list[Definition]:
    """Return what a name can mean: `function`, `Class.method`, or `package.function`."""
    owner, _, member = name.rpartition(".")
    found = []
    for module in modules():
        spelled = member if f"/{owner}/" in module.path or not owner else name
        if spelled in module.functions:
            found.append(Definition(module, module.functions[spelled]))
    return found


def spelling(name: str) -> str:
    """Return how code names it: an object is called by its own name."""
    owner, _, member = name.rpartition(".")
    return owner.lower() if member == "__call__" else member


def gaps(walk: str, entries: Collection[str]) -> list[str]:
    """Return the names that no earlier function of the walk leads to, other than entries."""
    known: list[Definition] = []
    found = []
    for name in dict.fromkeys(NAME.findall(walk)):
        is_entry = name in entries
        meant = definitions(name) if known or is_entry else []
        if meant and not is_entry and not any(each.mentions(spelling(name)) for each in known):
            found.append(name)
        known += meant
    return found


def walk_under(heading: str) -> str:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert text.count(heading) == 1
    return text.partition(heading)[2].partition("\n\n")[2].partition("\n\n")[0]


@pytest.mark.parametrize(("heading", "entries"), WALKS.items())
def test_each_function_of_a_walk_leads_to_the_next(heading: str, entries: tuple[str, ...]) -> None:
    walk = walk_under(heading)
    assert len(re.findall(r"^\d+\. ", walk, re.MULTILINE)) >= 7
    assert gaps(walk, entries) == []


@pytest.mark.parametrize("heading", WALKS)
def test_what_a_walk_names_is_in_the_code(heading: str) -> None:
    page = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".ts", ".svelte"}]
    words = {word for path in page for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    packages = {path.name for path in (ROOT / "src" / "tenback").iterdir()}
    for name in NAME.findall(walk_under(heading)):
        is_module = (ROOT / "src" / "tenback" / f"{name.replace('.', '/')}.py").is_file()
        is_on_the_page = {*name.removesuffix(".svelte").split(".")} <= words
        assert definitions(name) or is_module or is_on_the_page or name in packages, name


def test_a_gap_in_a_walk_is_found() -> None:
    walk = "`bot_moves` copies the table (`Table.copy`), asks `BotPool.ask`, and `commit` stores."
    assert gaps(walk, ["bot_moves"]) == ["BotPool.ask"]
