"""Text files: written whole or not at all, even with several writers."""

import os
from pathlib import Path
from threading import Thread

import pytest

from tenback.notation.errors import NotationCode
from tenback.notation.files import write_file
from tenback.rules import BadInput


def test_a_file_is_written_with_the_folders_that_lead_to_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    write_file(path, "hello\n")
    write_file(path, "grüß dich\n")
    assert path.read_text(encoding="utf-8") == "grüß dich\n"
    assert [*path.parent.iterdir()] == [path]


def test_a_file_may_be_read_by_whoever_may_read_others(tmp_path: Path) -> None:
    write_file(tmp_path / "one", "")
    (tmp_path / "other").touch()
    assert (tmp_path / "one").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_two_who_write_one_file_do_not_tear_it(tmp_path: Path) -> None:
    path, texts = tmp_path / "result", ["a" * 100_000, "b" * 200_000]
    errors: list[BadInput] = []

    def write(text: str) -> None:
        try:
            for _ in range(50):
                write_file(path, text)
        except BadInput as error:
            errors.append(error)

    writers = [Thread(target=write, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not path.exists() or path.read_text(encoding="utf-8") in texts
    assert errors == []
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("name", ["folder", "x" * 300])
def test_what_cannot_be_written_is_refused_and_leaves_nothing_behind(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder" / "full").mkdir(parents=True)
    with pytest.raises(BadInput) as caught:
        write_file(tmp_path / name, "hello")
    assert caught.value.code == NotationCode.CANNOT_WRITE
    assert os.listdir(tmp_path) == ["folder"]
