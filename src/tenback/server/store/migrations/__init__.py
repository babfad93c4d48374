"""The database from nothing to `schema.metadata`, step by step, with Alembic."""
