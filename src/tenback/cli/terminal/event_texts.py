"""Descriptions of events at a table."""

from collections.abc import Sequence

from tenback.cli.drawing import outcome, signal_text
from tenback.cli.texts import Texts
from tenback.notation import write_event
from tenback.rules import Signal
from tenback.rules.events import Drew, Event, Finished, Named, Resigned, Said, TakenBack, TurnBegan


def event_text(texts: Texts, event: Event, players: Sequence[str], *, is_open: bool = False) -> str:
    """Describe an event. Draws show the cards if `is_open`, otherwise only their number."""
    match event:
        case TurnBegan(seat):
            return texts("{player} is to move", player=players[seat])
        case Finished(result):
            return outcome(texts, result, players)
        case Drew(_, cards):
            drawn = " ".join(map(str, cards)) if is_open and cards else len(cards)
            told = texts("draws {count}", count=drawn)
        case Named(seat, starter) if seat == starter:
            told = texts("would like to begin")
        case Named(_, starter):
            told = texts("{player} should begin", player=players[starter])
        case Said(_, signal):
            told = quoted(texts, signal)
        case TakenBack(_, card, pile):
            told = texts("takes {card} back from {pile}", card=card, pile=pile)
        case Resigned():
            told = texts("gives up")
        case _:
            told = write_event(event, seat=event.seat)
    return f"{players[event.seat]}: {told}"


def quoted(texts: Texts, signal: Signal) -> str:
    """Return a signal in quotation marks."""
    return texts("“{word}”", word=signal_text(texts, signal))
