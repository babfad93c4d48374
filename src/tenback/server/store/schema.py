"""The tables of the database. Times are milliseconds since 1970, ids and codes are text.

    people                           guests and accounts; the skeleton is the same for look-alikes
    people ◂ sessions                who is signed in, and the hash of the proof
    people ◂ tables ◂ sitters        the tables, and who sits there
    people ◂ participants ▸ tables   who appears in the steps of a table, now or ever
             tables ◂ entries        the truth: every step of every table, numbered
             tables ◂ results        how a finished game ended, a row for each seat
             tables ◂ duels          how a duel changed its players' ratings, by seat
    ratings ◂ duels                  how strong people and bots are in duels
    days                             the seeds of the deals of the day
    commitments                      secrets that were drawn before their tables, until used
    tables ◂ analyses                analyses of finished games, and who computes them
    tables ◂ day_sittings            who was dealt a day's deal, and when
    people ◂ offline_results         games people say they played offline; they count for nothing
    throttles                        how often something was tried: limits across all processes
    people ◂ bans                    people whom the host of the server has banned
    notes                            what the host and the processes note for all processes

`entries` refers to `tables` without a foreign key: checking it would lock the table's row with
every step. A table and its first entries are created in one transaction. A removed table leaves one
entry behind (`retention`). A deleted person is replaced by `DELETED` in rows that others share.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

DELETED = "deleted"
"""The id of the person who stands in for everybody who was deleted."""

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, unique=True),
    Column("password", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("deleted_at", BigInteger, index=True),
    Column("is_bot", Boolean, nullable=False, server_default=false()),
    Column("skeleton", Text),
    Index(None, "skeleton", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("secret_hash", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False, index=True, server_default="0"),
    Column("device", Text),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, unique=True),
    Column("host_id", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("is_public", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("record_version", Integer, nullable=False),
    Index(None, "is_public", "phase", "created_at"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
)

participants = Table(
    "participants",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True, index=True),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", Text),
    Column("request", Text),
    Column("facts", Text, nullable=False),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", Text, ForeignKey("people.id")),
    Column("bot", Text),
    Column("edition", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("code", Text, nullable=False),
    Column("day", Text),
    Column("ending", Text, nullable=False),
    Column("won", Boolean),
    Column("winner", Integer),
    Column("is_winner", Boolean, nullable=False),
    Column("left", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "person_id", "at"),
    Index(None, "day", "edition", "seats"),
)

offline_results = Table(
    "offline_results",
    metadata,
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("edition", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("code", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("won", Boolean),
    Column("winner", Integer),
    Column("is_winner", Boolean, nullable=False),
    Column("left", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("sent_at", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Index(None, "person_id", "at"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", Text, primary_key=True),
    Column("mu", Double, nullable=False, index=True),
    Column("sigma", Double, nullable=False),
    Column("duels", Integer, nullable=False),
)

duels = Table(
    "duels",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, ForeignKey("ratings.player"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("is_winner", Boolean, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("player", "number"),
)

days = Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
    Column("edition", Text, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("seed", Text, nullable=False),
)

commitments = Table(
    "commitments",
    metadata,
    Column("commitment", Text, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("drawn_at", BigInteger, nullable=False, index=True),
)

throttles = Table(
    "throttles",
    metadata,
    Column("key", Text, primary_key=True),
    Column("paid_at", BigInteger, nullable=False, index=True),
)

day_sittings = Table(
    "day_sittings",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("person_id", Text, ForeignKey("people.id"), primary_key=True, index=True),
    Column("day", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("dealt_at", BigInteger, nullable=False),
    Index(None, "day", "edition", "seats"),
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("claim", Text, nullable=False),
    Column("progress", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("body", LargeBinary),
)

bans = Table(
    "bans",
    metadata,
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("banned_at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
