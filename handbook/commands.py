"""Generates the page about the command line, from click itself."""

from collections.abc import Iterator

import click

from tenback.cli.app import app
from tenback.cli.texts import Texts

TITLE = """# The command line

Generated from the commands themselves; `tenback COMMAND --help` prints the same text.
Every command takes `--lang` and `--help`. Exit codes are 0 (done), 1 (the input was refused) and
2 (the command line was wrong).

| command | what it does |
|---|---|
"""
LONGEST_SUMMARY = 200
EVERYWHERE = ("--lang", "--help")


def commands_page() -> str:
    """Return all commands with their usage and options, as Markdown."""
    program = app(Texts("en"))
    commands = list(_walk(program, click.Context(program, info_name="tenback")))
    rows = "".join(
        f"| [`{context.command_path}`](#{_anchor(context)}) | {_cell(_summary(command))} |\n"
        for command, context in commands
    )
    return TITLE + rows + "".join(_section(*found) for found in commands)


def _walk(
    group: click.Group, context: click.Context
) -> Iterator[tuple[click.Command, click.Context]]:
    for name, command in group.commands.items():
        inner = click.Context(command, parent=context, info_name=name)
        yield command, inner
        if isinstance(command, click.Group):
            yield from _walk(command, inner)


def _section(command: click.Command, context: click.Context) -> str:
    depth = "#" * len(context.command_path.split())
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    told, examples = _help(command)
    options = [
        record
        for param in command.get_params(context)
        if not {*param.opts} & {*EVERYWHERE} and (record := param.get_help_record(context))
    ]
    text = f"\n({_anchor(context)})=\n{depth} `{context.command_path}`\n\n"
    text += f"```text\n{usage}\n```\n\n{told}\n"
    if examples:
        text += f"\n```text\n{examples}\n```\n"
    if options:
        text += "\n| option | meaning |\n|---|---|\n"
        text += "".join(f"| `{_cell(name)}` | {_cell(meaning)} |\n" for name, meaning in options)
    return text


def _summary(command: click.Command) -> str:
    return command.get_short_help_str(LONGEST_SUMMARY)


def _help(command: click.Command) -> tuple[str, str]:
    """Return a command's description and its examples."""
    paragraphs = (command.help or "").split("\n\n")
    plain = [text for text in paragraphs if not text.startswith("\b")]
    examples = [text.removeprefix("\b\n") for text in paragraphs if text.startswith("\b")]
    lines = [line for text in examples for line in text.splitlines()]
    return "\n\n".join(map(_escaped, plain)), "\n".join(_example(line) for line in lines)


def _example(line: str) -> str:
    """Return a line of examples without the word that introduces them."""
    _, found, command = line.partition("tenback ")
    return found + command if found else line.strip()


def _anchor(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _cell(text: str) -> str:
    return _escaped(" ".join(text.split())).replace("|", "\\|")


def _escaped(text: str) -> str:
    return text.replace("<", "\\<").replace("*", "\\*")
