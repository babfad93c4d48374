"""Test data shared by all implementations of the rules; see `docs/vectors.md`."""
