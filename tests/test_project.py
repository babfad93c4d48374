"""The project agrees with itself."""

import json
import re
import tomllib
from pathlib import Path

import tenback

ROOT = Path(__file__).parent.parent


def test_the_changelog_begins_with_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {tenback.__version__}" in changelog.split("\n\n")[1]


def test_the_citation_names_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {tenback.__version__}\n" in citation


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_pins_are_versions_without_download_addresses() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert pins
    assert all(pin.count("==") == 1 and "/" not in pin and "@" not in pin for pin in pins)


def test_the_lock_of_the_page_has_versions_without_download_addresses() -> None:
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))[
        "packages"
    ]
    wanted = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert not any("resolved" in package for package in locked.values())
    for name, version in wanted["devDependencies"].items():
        assert locked[f"node_modules/{name}"]["version"] == version


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [
        *project["project"]["dependencies"],
        *(name for names in extras.values() for name in names),
        *(name for names in project["dependency-groups"].values() for name in names),
    ]
    pinned = {pin.partition("==")[0] for pin in (ROOT / "constraints.txt").read_text().split()}
    names = {re.split(r"[>\[]", name)[0] for name in wanted if isinstance(name, str)}
    assert names <= {*pinned, "tenback"}


def test_the_extra_all_names_every_other_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    found, new = set[str](), {"all"}
    while new:
        found |= new
        lines = [line for extra in new for line in extras[extra] if line.startswith("tenback[")]
        new = {extra for line in lines for extra in line[8:-1].split(",")} - found
    assert found == set(extras)


def test_what_the_architecture_names_is_in_the_code() -> None:
    """Hold every `Class.member` to a source that has both: `test_walks.py` follows the walks."""
    suffixes = {".py", ".ts", ".svelte"}
    folders = (ROOT / "src", ROOT / "web" / "src")
    paths = (path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes)
    sources = [path.read_text(encoding="utf-8") for path in paths]
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Z]\w*[a-z]\w*)\.(?!svelte)([a-z_]\w*)[(`]", text))
    lost = [
        f"{owner}.{member}"
        for owner, member in sorted(named)
        if not any(
            re.search(rf"\bclass {owner}\b", source) and re.search(rf"\b{member}\b", source)
            for source in sources
        )
    ]
    assert len(named) > 20
    assert lost == []


def test_the_architecture_tells_what_every_folder_of_the_page_holds() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.partition("## Inside the page")[2].partition("\n- ")[0]
    folders = {path.name for path in (ROOT / "web" / "src").iterdir() if path.is_dir()}
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == folders


LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
GENERATED = {"docs/cli.md", "docs/rest.md", "docs/api/index.md"}
"""Pages that only the site has; Sphinx checks the links to them."""


def anchors_of(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site make them."""
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)|`", r"\1", title).lower() for title in titles)
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in plain}


def broken_links(path: Path, root: Path = ROOT) -> list[str]:
    """Return the links within the repository that lead nowhere."""
    text, broken = CODE.sub("", path.read_text(encoding="utf-8")), []
    for link in ("".join(found) for found in LINK.findall(text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if target.relative_to(root).as_posix() in GENERATED:
            continue
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            broken.append(f"{path.relative_to(root)}: {link}")
    return broken


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.md")]
    assert len(pages) > 40
    assert [link for page in pages for link in broken_links(page)] == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# How `it` works\n[a](#how-it-works) [b](#how) [c](no.md) `[d](no.md)`\n")
    assert broken_links(page, tmp_path) == ["page.md: #how", "page.md: no.md"]
