"""OpenSpiel: the Python game `tenback`, for one to five players or the duel.

    pyspiel.load_game("tenback(edition=classic,players=3)")

Chance is explicit: every card dealt or drawn is a chance node, and in a duel another one decides
who begins. A player observes the named sections of a row. Nobody talks. The utility is the share of
all cards laid, the same for all players; in a duel 1 or −1.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel

from tenback.arena.lineup import read_setup
from tenback.encoding.rows import ROW, as_bytes, write_seat_row
from tenback.envs import VERSION
from tenback.envs.sections import LEFT_OUT, sections, unpacked
from tenback.fastsim import ACTIONS, Setup, action_of, move_of
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import MOST_SEATS
from tenback.notation import write_position
from tenback.rules import USUAL_EDITION, Drew, State, apply, legal_moves
from tenback.rules.cards import HIGHEST
from tenback.rules.deal import start_with

PARAMETERS = {"edition": USUAL_EDITION.name, "players": 2}
PRIVATE = ("hand", "unseen")
"""The sections that only the player knows."""


def game_type(utility: Any) -> Any:
    """Return the OpenSpiel type of the game; a duel is zero-sum, everything else is cooperative."""
    return pyspiel.GameType(
        short_name="tenback",
        long_name=f"Tenback v{VERSION}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        provides_factored_observation_string=False,
    )


class TenbackGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of an edition, for a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = {**PARAMETERS, **(params or {})}
        self.setup = read_setup(str(settings["edition"]), int(settings["players"]))
        if self.setup.is_layout_shuffled:
            raise ValueError(f"{settings['edition']}: a game needs one layout; name its key")
        is_duel, kinds = self.setup.is_duel, pyspiel.GameType.Utility
        edition = self.setup.edition
        cards = len(edition.numbers) * edition.draw_pile_count
        information = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=HIGHEST,
            num_players=self.setup.seats,
            min_utility=-1.0 if is_duel else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if is_duel else None,
            max_game_length=2 * cards + 1,  # every card laid in a turn of its own
        )
        kind = game_type(kinds.ZERO_SUM if is_duel else kinds.IDENTICAL)
        super().__init__(kind, information, params or {})

    def new_initial_state(self) -> "TenbackState":
        """Return the state before anything is dealt."""
        return TenbackState(self, self.setup)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> "TenbackObserver | None":
        """Return the observer that fills in players' observations; none has perfect recall."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return None if kind.perfect_recall else TenbackObserver(kind, params)


class TenbackState(pyspiel.State):  # type: ignore[misc]
    """A state of the referee, plus the chance outcomes so far while cards are dealt or drawn."""

    def __init__(self, game: TenbackGame, setup: Setup) -> None:
        super().__init__(game)
        self._setup = setup
        self._position: State | None = None
        """The referee's state; None while cards are dealt."""
        self._move: Any = None
        """The move that waits for its cards to be drawn."""
        edition = setup.edition
        self._starter: int | None = None if edition.is_starter_drawn and setup.seats > 1 else 0
        self._wanted = [
            edition.draw_pile_of(seat)
            for seat in range(setup.seats)
            for _ in range(edition.hand_size(setup.seats))
        ]
        """The draw piles that chance still draws a card from, in order."""
        self._drawn: list[list[int]] = [[] for _ in range(edition.draw_pile_count)]

    @property
    def position(self) -> State | None:
        """The table as the referee sees it; None while cards are dealt."""
        return self._position

    def current_player(self) -> int:
        """Return who acts: a player, chance, or nobody at the end."""
        if self._starter is None or self._wanted:
            return int(pyspiel.PlayerId.CHANCE)
        assert self._position is not None
        if self._position.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self._position.turn is None else self._position.turn.seat

    def _legal_actions(self, _player: int) -> list[int]:
        assert self._position is not None
        return sorted(action_of(move) for move in legal_moves(self._position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be drawn next, or who may begin; all are equally likely."""
        if self._starter is None:
            outcomes: Sequence[int] = range(self._setup.seats)
        else:
            source = self._wanted[0]
            outcomes = sorted({*self._hidden()[source]} - {*self._drawn[source]})
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _hidden(self) -> Sequence[Sequence[int]]:
        if self._position is not None:
            return self._position.draw_piles
        return [self._setup.edition.numbers] * len(self._drawn)

    def _apply_action(self, action: int) -> None:
        if self._starter is None:
            self._starter = action
        elif self._wanted:
            self._drawn[self._wanted.pop(0)].append(action)
            if not self._wanted:
                self._settle()
        else:
            assert self._position is not None
            self._move = move_of(self._setup.edition, action)
            events = apply(self._position, self._move)[1]
            self._wanted = [
                self._setup.edition.draw_pile_of(event.seat)
                for event in events
                if isinstance(event, Drew)
                for _ in event.cards
            ]
            if not self._wanted:
                self._settle()

    def _settle(self) -> None:
        """Deal, or make the move, with the cards that chance drew on top."""
        piles = tuple(
            (*drawn, *sorted({*hidden} - {*drawn}))
            for drawn, hidden in zip(self._drawn, self._hidden(), strict=True)
        )
        if self._position is None:
            assert self._starter is not None
            self._position = start_with(
                self._setup.edition, self._setup.seats, piles, self._starter
            )
        else:
            self._position = apply(replace(self._position, draw_piles=piles), self._move)[0]
        self._drawn = [[] for _ in piles]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Begin {action}" if self._starter is None else f"Draw {action}"
        return str(move_of(self._setup.edition, action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return (
            not self._wanted and self._position is not None and self._position.outcome is not None
        )

    def returns(self) -> list[float]:
        """Return the utility of each player."""
        outcome = None if self._position is None or self._wanted else self._position.outcome
        if outcome is None:
            return [0.0] * self._setup.seats
        if outcome.winner is not None:
            return [1.0 if seat == outcome.winner else -1.0 for seat in range(self._setup.seats)]
        share = 1 - outcome.left / len(self._setup.edition.numbers)
        return [share] * self._setup.seats

    def __str__(self) -> str:
        drawn = " / ".join(" ".join(map(str, cards)) for cards in self._drawn)
        where = "dealing" if self._position is None else write_position(self._position)
        waiting = "" if self._move is None or not self._wanted else f", {self._move}"
        return f"{where}{waiting}, drawn {drawn or '–'}" if self._wanted else where


class TenbackObserver:
    """Fills in what a player observes: the sections of its row, by name."""

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, not {params}")
        has_private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._names = [
            section.name
            for section in sections()
            if section.name not in LEFT_OUT
            and (has_private if section.name in PRIVATE else iig_obs_type.public_info)
        ]
        shapes = {section.name: section.shape for section in sections()}
        sizes = [int(np.prod(shapes[name])) for name in self._names]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes).tolist()
        self.dict = {
            name: self.tensor[end - size : end].reshape(shapes[name])
            for name, size, end in zip(self._names, sizes, ends, strict=True)
        }

    def set_from(self, state: TenbackState, player: int) -> None:
        """Write what a player observes of a state; nothing while cards are dealt."""
        self.tensor.fill(0)
        if state.position is not None:
            found = unpacked(as_bytes(_row(state.position, player)))
            for name in self._names:
                self.dict[name][:] = found[name][0]

    def string_from(self, state: TenbackState, player: int) -> str:
        """Return the same as text."""
        if state.position is None:
            return "dealing"
        row = _row(state.position, player)
        octets = as_bytes(row)[0]
        parts = []
        for section in sections():
            if section.name in self._names:
                part = octets[section.start : section.stop]
                numbers = part.tolist()
                if section.is_card_set:
                    numbers = np.flatnonzero(np.unpackbits(part, bitorder="little")).tolist()
                parts.append(f"{section.name} {'.'.join(map(str, numbers)) or '-'}")
        return ", ".join(parts)


def _row(position: State, seat: int) -> Any:
    row, table = np.zeros(1, ROW), tables_of(position)[0]
    write_seat_row(Setup(position.edition, position.seats).rules, table, seat, 0, row[0])
    return row


pyspiel.register_game(game_type(pyspiel.GameType.Utility.IDENTICAL), TenbackGame)
