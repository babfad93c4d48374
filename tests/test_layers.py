"""Imports point down only, and the referee stands on the standard library alone."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "tenback"
LAYERS = (
    ("rules",),
    ("notation", "encoding"),
    ("fastsim",),
    ("solver", "table", "protocol"),
    ("bots",),
    ("arena", "envs"),
    ("training", "server", "terminal"),
    ("cli",),
)
HEIGHT = {package: height for height, packages in enumerate(LAYERS) for package in packages}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield str(node.module)


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCE.rglob("*.py")):
        package = path.relative_to(SOURCE).parts[0]
        if not package.endswith(".py"):
            yield package, path


def test_every_package_has_a_layer() -> None:
    assert {package for package, _ in modules()} <= set(HEIGHT)


def test_imports_point_down() -> None:
    for package, path in modules():
        for name in imports(path):
            if name.startswith("tenback."):
                other = name.split(".")[1]
                is_below = HEIGHT[other] < HEIGHT[package]
                assert other == package or is_below, f"{path} must not import {name}"


def test_the_referee_imports_only_the_standard_library_and_itself() -> None:
    for package, path in modules():
        if package == "rules":
            for name in imports(path):
                root = name.split(".")[0]
                assert name.startswith("tenback.rules") or root in sys.stdlib_module_names


def test_the_referee_neither_prints_nor_sleeps_nor_rolls_dice() -> None:
    for package, path in modules():
        if package == "rules":
            roots = {name.split(".")[0] for name in imports(path)}
            assert not roots & {"random", "secrets", "time", "datetime", "logging", "os", "sys"}
            assert "print(" not in path.read_text(encoding="utf-8")
