"""Tests of `tenback.puzzles`."""
