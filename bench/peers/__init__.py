"""Other servers under the same load, to compare with."""
