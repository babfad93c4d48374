"""Training: networks that learn to play from their own sittings (`docs/training.md`)."""
