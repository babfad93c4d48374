"""Checks which packages import which, by reading the source without running it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

LAYERS = (
    ("__init__",),
    ("rules", "languages", "processes", "compiled_cache"),
    ("notation", "pictures"),
    ("fastsim", "puzzles"),
    ("policies", "encoding", "solver", "table", "protocol"),
    ("batch", "online"),
    ("bots", "kernels"),
    ("arena", "analysis"),
    ("training", "server", "envs", "testing"),
    ("cli", "offline"),
    ("__main__",),
)
HEIGHT = {package: height for height, packages in enumerate(LAYERS) for package in packages}
NOT_FOR_RULES = {"random", "secrets", "time", "datetime", "logging", "os", "sys"}


def packages(source: Path) -> set[str]:
    """Return the packages and modules directly in `source`."""
    return {_package(source, path) for path in source.rglob("*.py")}


def upward_imports(source: Path) -> Iterator[str]:
    """Yield a complaint for each import of a package on the same layer or above."""
    for path in sorted(source.rglob("*.py")):
        package = _package(source, path)
        for name in imports(path):
            root, _, rest = name.partition(".")
            other = rest.split(".")[0]
            if root != "tenback" or other == package or _is_attribute(other):
                continue
            if HEIGHT.get(other, len(LAYERS)) >= HEIGHT[package]:
                yield f"{path.relative_to(source)} imports {name}"


def impurities_of_rules(source: Path) -> Iterator[str]:
    """Yield a complaint for everything in `rules` that a referee must not use."""
    for path in sorted((source / "rules").rglob("*.py")):
        where = path.relative_to(source)
        for name in imports(path):
            root, package = [*name.split("."), ""][:2]
            is_ours = root == "tenback" and (package == "rules" or _is_attribute(package))
            if not is_ours and (root not in sys.stdlib_module_names or root in NOT_FOR_RULES):
                yield f"{where} imports {name}"
        if "print(" in path.read_text(encoding="utf-8"):
            yield f"{where} prints"


def imports(path: Path) -> Iterator[str]:
    """Yield the full name of everything that a module imports, or reaches through `tenback`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, f"{path} imports relatively"
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Attribute(value=ast.Name(id="tenback"), attr=name):
                yield f"tenback.{name}"


def _package(source: Path, path: Path) -> str:
    return path.relative_to(source).parts[0].removesuffix(".py")


def _is_attribute(name: str) -> bool:
    """Return whether a name is `tenback` itself or like `__version__`, not a package."""
    return not name or (name.startswith("__") and name not in HEIGHT)
