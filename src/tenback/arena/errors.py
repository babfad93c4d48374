"""The error codes of the arena, with their messages."""

from tenback.rules.errors import ErrorCode


class ArenaCode(ErrorCode):
    """Why a study or a run cannot be played or resumed."""

    BOT_FAILED = (
        "bot-failed",
        "{bot} failed in deal {number} as seat {seat}: {reason}; position {position}",
    )
    BOT_ILLEGAL = (
        "bot-illegal",
        "{bot} chose {text} in deal {number} as seat {seat}: {reason}; position {position}",
    )
    WORKER_DIED = "worker-died", "a worker process died: a bot crashed it, or it ran out of memory"
    NO_CLUSTER = "no-cluster", "the cluster {text} cannot be used: {reason}"
    BAD_KEEP = (
        "bad-keep",
        "{text} is not a valid --keep value; use all, won, lost or deal numbers like 3,17,200-210",
    )
    NO_DECISIONS = (
        "no-decisions",
        "the decisions of {bots} cannot be written: they must all be compiled or all have networks",
    )
    NO_SUCH_TASK = "no-such-task", "the benchmark has no task {text}: use one of {known}"
    BAD_RESULT = "bad-result", "{text} cannot be resumed: {reason}"
    NOT_COMPARABLE = "not-comparable", "two bots cannot be compared this way in {edition}: {reason}"
