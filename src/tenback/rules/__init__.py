"""The referee of all editions: exact, immutable, and free of chance.

One verb: `apply(state, move)` returns the next state and the events that led to it.
Rule numbers (C1 … O5) in comments and tests are explained in `docs/rules.md`.
"""

from tenback.rules.cards import card_set, cards_in
from tenback.rules.commands import STANDARD, Command, Layout
from tenback.rules.deal import Deal
from tenback.rules.editions import (
    EDITIONS,
    USUAL_EDITION,
    Classic,
    Description,
    Edition,
    Extreme,
    FaceToFace,
    OnFire,
)
from tenback.rules.errors import BadInput, Code, ErrorCode, Reason, Refused, TenbackError
from tenback.rules.events import (
    HIDDEN,
    Drew,
    Event,
    Finished,
    Laid,
    Named,
    Resigned,
    Said,
    TakenBack,
    TurnBegan,
)
from tenback.rules.moves import BACK, END, Back, Begin, End, Move, Name, Play, Resign, Say
from tenback.rules.outcome import Ending, Outcome
from tenback.rules.perft import perft
from tenback.rules.piles import PILES, Pile
from tenback.rules.referee import apply, fold, legal_moves, losing_plays
from tenback.rules.standing_signals import StandingSignals
from tenback.rules.state import State, Turn, evolve
from tenback.rules.talk import Signal, Word
from tenback.rules.view import View, seen_by, view_of

__all__ = [
    "BACK",
    "EDITIONS",
    "END",
    "HIDDEN",
    "PILES",
    "STANDARD",
    "USUAL_EDITION",
    "Back",
    "BadInput",
    "Begin",
    "Classic",
    "Code",
    "Command",
    "Deal",
    "Description",
    "Drew",
    "Edition",
    "End",
    "Ending",
    "ErrorCode",
    "Event",
    "Extreme",
    "FaceToFace",
    "Finished",
    "Laid",
    "Layout",
    "Move",
    "Name",
    "Named",
    "OnFire",
    "Outcome",
    "Pile",
    "Play",
    "Reason",
    "Refused",
    "Resign",
    "Resigned",
    "Said",
    "Say",
    "Signal",
    "StandingSignals",
    "State",
    "TakenBack",
    "TenbackError",
    "Turn",
    "TurnBegan",
    "View",
    "Word",
    "apply",
    "card_set",
    "cards_in",
    "evolve",
    "fold",
    "legal_moves",
    "losing_plays",
    "perft",
    "seen_by",
    "view_of",
]
