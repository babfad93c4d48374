"""The error codes of puzzles, with their messages."""

from tenback.rules.errors import ErrorCode


class PuzzleCode(ErrorCode):
    """What is wrong with a puzzle, or with an answer to one."""

    BAD_PUZZLE = "bad-puzzle", "this is not a puzzle: {reason}"
    NO_SUCH_PUZZLE = "no-such-puzzle", "there is no puzzle {text}"
    NO_PUZZLES = (
        "no-puzzles",
        "there are no puzzles for {text}; editions and seats with puzzles: {known}",
    )
    NOT_A_TURN = "not-a-turn", "{text} is not a whole turn: lay cards, then end it"
