"""The referee of all three editions: exact, immutable, and free of chance.

One verb: `apply(state, move)` returns the next state and the events that led to it.
The numbered rules (C1 … F9) that comments and tests cite are those of the project's rule page.
"""
