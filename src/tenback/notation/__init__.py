"""Text for everything: moves, positions, deals and records, and the way back."""
