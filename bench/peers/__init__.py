"""Other servers under the same load, for comparison."""
