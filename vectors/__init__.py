"""One truth for every implementation of the rules; see `docs/vectors.md`."""
