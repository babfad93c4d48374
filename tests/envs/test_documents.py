"""The page about environments agrees with the code; its examples are doctests."""

from pathlib import Path

from tenback.envs import sections

PAGE = Path(__file__).parent.parent.parent / "docs" / "environments.md"


def section_lines() -> list[str]:
    return [
        f"| {section.start} … {section.stop - 1} | `{section.name}` | {section.meaning} |"
        for section in sections()
    ]


def test_the_page_lists_the_sections() -> None:
    assert "\n".join(section_lines()) in PAGE.read_text(encoding="utf-8")
