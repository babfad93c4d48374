"""Tenback: the open digital edition of the card-game family The Game."""

__version__ = "0.10.0"
