"""The compiled rules on GPUs: whole turns at many tables."""
