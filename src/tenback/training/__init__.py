"""Training: networks that learn to play from their own games (`docs/training.md`)."""
