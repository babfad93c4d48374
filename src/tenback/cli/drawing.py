"""Draws piles, hands and legal moves for a terminal. Nothing here judges."""

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tenback.cli.texts import Texts
from tenback.rules import (
    END,
    Command,
    Edition,
    Ending,
    Move,
    Outcome,
    Pile,
    Play,
    Signal,
    State,
    View,
    legal_moves,
    losing_plays,
)
from tenback.rules.piles import GOLD

PILE_WIDTH = 14
TRICK_MARK, HELP_MARK, LOSING_MARK, NOT_LEGAL = "↩", "⇄", "!", "·"

MEANINGS = {
    Command.STOP: "the turn ends with this card",
    Command.SKULL: "must be covered in the same turn",
    Command.THREE: "exactly three cards in this turn",
    Command.SILENCE: "nobody may say anything while it is visible",
    Command.NO_TRICK: "no backwards trick while it is visible",
    Command.ONE_PILE: "all cards of a turn on one pile while it is visible",
    Command.DRAW_ONE: "only one card is drawn while it is visible",
}
ENDINGS = {
    Ending.ALL_LAID: "all cards laid",
    Ending.STUCK: "stuck",
    Ending.COMMAND_BROKEN: "a command was broken",
    Ending.RESIGNED: "given up",
    Ending.FIRE: "a fire was not covered",
}
DEMANDS = {Command.THREE: "exactly three cards in this turn", Command.SKULL: "cover the skull"}


def piles(
    texts: Texts,
    edition: Edition,
    tops: Sequence[int],
    plays: Sequence[Play] = (),
    players: Sequence[str] = (),
) -> RenderableType:
    """Draw the piles with their top cards, highlighting those used in the current turn."""
    used = {play.pile for play in plays}
    boxes = [
        Panel(
            _face(texts, edition, tops[pile.index]),
            title=Text(pile_name(pile)),
            subtitle=_owner(texts, pile, players),
            width=PILE_WIDTH,
            border_style="bold green" if pile in used else "dim",
        )
        for pile in edition.piles
    ]
    return Columns(boxes, padding=(0, 1))


def hand(
    texts: Texts,
    edition: Edition,
    tops: Sequence[int],
    seat: int,
    cards: Iterable[int],
    moves: Sequence[Move],
    losing: Sequence[Play],
) -> RenderableType:
    """Draw a sorted hand with each card's step on each pile, if legal, and what the step costs."""
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    grid.add_column(texts("card"), justify="right", style="bold")
    for pile in edition.piles:
        grid.add_column(f"{pile_name(pile)} {tops[pile.index]}", justify="right")
    if edition.has_commands:
        grid.add_column(texts("command"))
    elif edition.burning:
        grid.add_column("")
    for card in cards:
        row: list[RenderableType] = [str(card)]
        for pile in edition.piles:
            row.append(_step(Play(card, pile), tops[pile.index], seat, moves, losing))
        if edition.has_commands or edition.burning:
            row.append(mark(texts, edition, card))
        grid.add_row(*row)
    return grid


def legend(texts: Texts, edition: Edition, losing: Sequence[Play]) -> Text:
    """Explain the marks that `hand` uses."""
    signs = [texts("number = step"), f"{TRICK_MARK} = {texts('backwards trick')}"]
    if any(pile.owner is not None for pile in edition.piles):
        signs.append(f"{HELP_MARK} = {texts('helps the opponent')}")
    if losing:
        signs.append(f"{LOSING_MARK} = {texts('loses at once')}")
    return Text("   ".join(signs), style="dim")


def state_picture(texts: Texts, state: State, players: Sequence[str] = ()) -> RenderableType:
    """Draw the whole state with all cards open, for analysis."""
    lines: list[RenderableType] = [
        piles(texts, state.edition, state.tops, plays_of(state), players)
    ]
    for seat, cards in enumerate(state.hands):
        name = players[seat] if players else texts("seat {seat}", seat=seat)
        lines.append(Text(f"{name}: {'  '.join(map(str, cards)) or '–'}"))
    sizes = " / ".join(str(len(cards)) for cards in state.draw_piles)
    lines.append(Text(texts("draw pile: {count}", count=sizes)))
    lines.append(Text(status(texts, state, players), style="bold"))
    if state.turn is not None and (fires := state.edition.fires(state.progress)):
        names = ", ".join(map(str, fires))
        lines.append(Text(texts("this turn must cover: {piles}", piles=names), style="yellow"))
    if state.turn is not None and state.outcome is None:
        losing = losing_plays(state)
        cards = state.hands[state.turn.seat]
        moves = legal_moves(state)
        lines += [
            hand(texts, state.edition, state.tops, state.turn.seat, cards, moves, losing),
            legend(texts, state.edition, losing),
        ]
    return Group(*lines)


def view_picture(texts: Texts, view: View, players: Sequence[str]) -> RenderableType:
    """Draw the table as one seat sees it."""
    assert view.seat is not None
    others = [
        f"{player}: {texts('{count} in hand', count=view.hand_sizes[seat])}"
        for seat, player in enumerate(players)
        if seat != view.seat
    ]
    sizes = " / ".join(map(str, view.draw_sizes))
    lines: list[RenderableType] = [
        piles(texts, view.edition, view.tops, plays_of(view), players),
        Text("   ".join((texts("draw pile: {count}", count=sizes), *others)), style="dim"),
    ]
    for command in _lasting_commands(view):
        lines.append(
            Text(f"{command_name(texts, command)}: {texts(MEANINGS[command])}", style="yellow")
        )
    if any(view.edition.burning >> top & 1 for top in view.tops):
        meaning = texts("must be covered by the end of the next turn")
        lines.append(Text(f"{texts('burns')}: {meaning}", style="yellow"))
    for seat, said in enumerate(view.signals):
        if said:
            told = ", ".join(signal_text(texts, signal) for signal in said)
            lines.append(Text(f"{players[seat]}: {told}", style="cyan"))
    lines.append(Text(f"{players[view.seat]}  {to_do(texts, view)}", style="bold"))
    if view.turn is not None and view.turn.seat == view.seat:
        lines += [
            hand(texts, view.edition, view.tops, view.seat, view.hand, view.moves, view.losing),
            legend(texts, view.edition, view.losing),
        ]
    else:
        lines.append(Text("  ".join(card_name(texts, view.edition, card) for card in view.hand)))
    return Group(*lines)


def _lasting_commands(view: View) -> list[Command]:
    """Return the visible commands that bind every seat (E6)."""
    visible = [view.edition.command_of(top) for top in view.tops]
    return [command for command in visible if command is not None and not command.is_lightning]


def to_do(texts: Texts, view: View) -> str:
    """Describe what the current turn still requires."""
    if view.turn is None or view.minimum is None or view.turn.seat != view.seat:
        return ""
    wishes = [texts(DEMANDS[command]) for command in view.demands]
    wishes += [texts("cover the fire on {pile}", pile=pile) for pile in view.fires]
    if (owed := view.minimum - len(view.turn.plays)) > 0 and not view.demands:
        wishes.append(texts("lay {n|one|{n}} more", n=owed))
    if END in view.moves:
        can_lay = len(view.moves) > 1
        wishes.append(texts("lay more, or end") if can_lay else texts("end the turn"))
    return f"({', '.join(wishes)})"


def plays_of(table: State | View) -> tuple[Play, ...]:
    """Return the plays of the current turn."""
    return () if table.turn is None else table.turn.plays


def status(texts: Texts, state: State, players: Sequence[str]) -> str:
    """Describe whose turn it is and what it requires, or how the game ended."""
    if state.outcome is not None:
        return outcome(texts, state.outcome, players)
    if state.turn is None:
        return texts("opening: the table agrees on who begins")
    return texts(
        "seat {seat} to move: {count} laid so far, at least {minimum} needed",
        seat=state.turn.seat,
        count=len(state.turn.plays),
        minimum=state.progress.minimum,
    )


def outcome(texts: Texts, result: Outcome, players: Sequence[str] = ()) -> str:
    """Describe how a game ended."""
    ending = texts(ENDINGS[result.ending])
    if result.winner is not None:
        seat = texts("seat {seat}", seat=result.winner)
        return texts(
            "{ending}: {winner} wins, the other has {left} {left|card|cards} left",
            ending=ending,
            winner=players[result.winner] if players else seat,
            left=result.left,
        )
    if result.won:
        return texts("{ending}: the game is beaten!", ending=ending)
    lost = texts("{ending}: lost, {left} {left|card|cards} left", ending=ending, left=result.left)
    return f"{lost} – {texts('excellent!')}" if result.is_excellent else lost


def pile_name(pile: Pile) -> str:
    """Return the name of a pile with its direction."""
    return f"{'▲' if pile.is_ascending else '▼'} {pile}"


def command_name(texts: Texts, command: Command | None) -> str:
    """Return the name of a command."""
    return "" if command is None else texts(command.value)


def signal_text(texts: Texts, signal: Signal) -> str:
    """Return a signal in the user's language."""
    about = signal.pile.name if signal.pile is not None else command_name(texts, signal.command)
    return f"{texts(signal.word.value)} {about}".rstrip()


def mark(texts: Texts, edition: Edition, card: int) -> str:
    """Return the special property of a card: its command, or that it burns."""
    if edition.burning >> card & 1:
        return texts("burns")
    return command_name(texts, edition.command_of(card))


def card_name(texts: Texts, edition: Edition, card: int) -> str:
    """Return a card's number with its special property, if any."""
    special = mark(texts, edition, card)
    return f"{card} ({special})" if special else str(card)


def _face(texts: Texts, edition: Edition, top: int) -> Text:
    face = Text(str(top), style="bold", justify="center")
    if edition.has_commands or edition.burning:
        face.append(f"\n{mark(texts, edition, top) or ' '}", style="yellow")
    return face


def _owner(texts: Texts, pile: Pile, players: Sequence[str]) -> Text | None:
    if pile.owner is None:
        return None
    color = texts("gold") if pile.owner == GOLD else texts("silver")
    return Text(players[pile.owner] if players else color)


def _step(play: Play, top: int, seat: int, moves: Sequence[Move], losing: Sequence[Play]) -> Text:
    if play not in moves:
        return Text(NOT_LEGAL, style="dim")
    step = play.pile.step(top, play.card)
    if step > 0:
        text, style = str(step), ""
    elif play.pile.owner in (None, seat):
        text, style = f"{TRICK_MARK}{-step}", "green"
    else:
        text, style = f"{HELP_MARK}{-step}", "cyan"
    return (
        Text(f"{LOSING_MARK}{text}", style="bold red")
        if play in losing
        else Text(text, style=style)
    )
