"""Building the page: from which sources, with which Node, and only when something has changed."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return web/build.py, for sources and a page of the test's own."""
    spec = importlib.util.spec_from_file_location("build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "build", module)
    spec.loader.exec_module(module)
    web, page = tmp_path / "web", tmp_path / "page"
    (web / "src").mkdir(parents=True)
    page.mkdir()
    for name in module.SOURCES:
        (web / name).write_text(name, encoding="utf-8")
    (web / "src" / "main.ts").write_text("export {}", encoding="utf-8")
    for name, path in {
        "WEB": web,
        "PAGE": page,
        "DOCUMENT": page / "index.html",
        "BUILT_FROM": page / ".built-from",
    }.items():
        monkeypatch.setattr(module, name, path)
    return module


def built(build: ModuleType) -> None:
    """Leave behind what a build leaves behind."""
    build.DOCUMENT.write_text("the page", encoding="utf-8")
    build.BUILT_FROM.write_text(build.digest(build.sources()), encoding="utf-8")


def test_a_page_of_the_same_sources_is_not_built_again(build: ModuleType) -> None:
    built(build)
    assert build.page() is False


@pytest.mark.parametrize("change", ["text", "name", "new", "gone"])
def test_another_source_is_another_page(build: ModuleType, change: str) -> None:
    before, main = build.digest(build.sources()), build.WEB / "src" / "main.ts"
    match change:
        case "text":
            main.write_text("export { }", encoding="utf-8")
        case "name":
            main.rename(main.with_name("other.ts"))
        case "new":
            main.with_name("other.ts").write_text("", encoding="utf-8")
        case "gone":
            main.unlink()
    assert build.digest(build.sources()) != before


def test_without_node_it_says_what_is_needed(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "find_node", lambda: None)
    assert build.main(["page"]) == 1
    assert "the page needs Node 20.19 or newer to be built" in capsys.readouterr().err
    assert build.main(["node"]) == 1


def test_a_node_that_is_too_old_does_not_count(
    build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, said in (("node", "v18.20.1"), ("npm", "9")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build._node_of_path() is None
    (tmp_path / "node").write_text("#!/bin/sh\necho v20.19.0\n", encoding="utf-8")
    assert build._node_of_path().npm == (str(tmp_path / "npm"),)
    (tmp_path / "npm").unlink()
    assert build._node_of_path() is None


def test_a_new_page_comes_in_the_place_of_the_old_one(build: ModuleType, tmp_path: Path) -> None:
    built(build)
    (build.PAGE / "gone.js").write_text("old", encoding="utf-8")
    for text in ("new", "newer"):
        fresh = tmp_path / "fresh"
        fresh.mkdir()
        (fresh / "index.html").write_text(text, encoding="utf-8")
        build.put(fresh)
        assert [path.name for path in build.PAGE.iterdir()] == ["index.html"]
        assert build.DOCUMENT.read_text(encoding="utf-8") == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page", "web"]


def test_an_archive_without_sources_keeps_its_page(build: ModuleType) -> None:
    (build.WEB / "package.json").unlink()
    with pytest.raises(build.CannotBuild, match="no sources of the page"):
        build.page()
    build.DOCUMENT.write_text("the page", encoding="utf-8")
    assert build.page() is False


def test_an_unknown_task_gets_the_list(
    build: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build.main(["fly"]) == 2
    assert "build.py page" in capsys.readouterr().err
