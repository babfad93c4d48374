"""Reads and writes moves, positions, deals and records as text and JSON."""

from tenback.notation.codes import read_code, write_code
from tenback.notation.editions import bad_option, read_deal, read_edition
from tenback.notation.fair_dealing import (
    Fairness,
    check_word,
    commitment_of,
    fair_seed,
    fairness_of,
    fairness_tags,
    seal_of,
    verify,
)
from tenback.notation.json_form import (
    answer_as_json,
    error_as_json,
    outcome_as_json,
    read_any_record,
    record_as_json,
    record_from_json,
)
from tenback.notation.layouts import from_files, read_layout, write_layout
from tenback.notation.moves import read_event, read_move, read_outcome, write_event
from tenback.notation.positions import read_position, write_position
from tenback.notation.record_text import read_record, write_record
from tenback.notation.records import BadRecord, Comment, Complaint, Record

__all__ = [
    "BadRecord",
    "Comment",
    "Complaint",
    "Fairness",
    "Record",
    "answer_as_json",
    "bad_option",
    "check_word",
    "commitment_of",
    "error_as_json",
    "fair_seed",
    "fairness_of",
    "fairness_tags",
    "from_files",
    "outcome_as_json",
    "read_any_record",
    "read_code",
    "read_deal",
    "read_edition",
    "read_event",
    "read_layout",
    "read_move",
    "read_outcome",
    "read_position",
    "read_record",
    "record_as_json",
    "record_from_json",
    "seal_of",
    "verify",
    "write_code",
    "write_event",
    "write_layout",
    "write_position",
    "write_record",
]
