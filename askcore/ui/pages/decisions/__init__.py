"""Decisions: the source and the target view of AsK-LS, and why a sample is decided so."""
