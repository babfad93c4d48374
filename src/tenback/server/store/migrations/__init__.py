"""Alembic migrations, which lead from an empty database to `schema.metadata`."""
