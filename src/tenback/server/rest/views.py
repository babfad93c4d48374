"""The REST views of stored values."""

from tenback.protocol.rest import (
    ExportedDay,
    ListedTable,
    PersonView,
    ResultView,
    StatisticsView,
    TableSummary,
)
from tenback.server.redaction import outcome_view, table_summary
from tenback.server.room import Room
from tenback.server.store import DaySitting, Person, SeatResult, Statistics, TableRow


def person_view(person: Person) -> PersonView:
    """Return a person as they see themselves."""
    return PersonView(
        person.id, person.name, person.account, person.created_at, is_bot=person.is_bot
    )


def listed(row: TableRow) -> ListedTable:
    """Return a table as lists show it."""
    return ListedTable(
        id=row.id,
        code=row.code,
        phase=row.phase.value,
        edition=row.edition,
        seats=row.seats,
        taken=row.taken,
        is_public=row.is_public,
        created_at=row.created_at,
        changed_at=row.changed_at,
    )


def summary(row: TableRow, room: Room, person: Person | None) -> TableSummary:
    """Return a table as a person sees it, seated there or not."""
    person_id = None if person is None else person.id
    return table_summary(
        room, person_id, code=row.code, created_at=row.created_at, changed_at=row.changed_at
    )


def result_view(result: SeatResult) -> ResultView:
    """Return the view of a result."""
    return ResultView(
        table=result.table,
        seat=result.seat,
        edition=result.edition,
        seats=result.seats,
        code=result.code,
        day=result.day,
        outcome=outcome_view(result.outcome),
        is_winner=result.is_winner,
        at=result.at,
        is_given_up=result.is_given_up,
        is_offline=result.is_offline,
    )


def day_sitting_view(found: DaySitting) -> ExportedDay:
    """Return a day's deal as it appears in an export."""
    deal = found.deal
    return ExportedDay(deal.day, deal.edition, deal.seats, found.table, found.dealt_at)


def statistics_view(found: Statistics) -> StatisticsView:
    """Return the view of a person's statistics."""
    return StatisticsView(
        edition=found.edition,
        seats=found.seats,
        sittings=found.sittings,
        won=found.won,
        average_left=found.average_left,
        left=list(found.left),
        streak=found.streak,
        best_streak=found.best_streak,
        given_up=found.given_up,
        is_offline=found.is_offline,
    )
