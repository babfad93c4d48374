"""The full-screen table: a model of a local or online table, and the screens that show it."""
