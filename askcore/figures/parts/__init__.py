"""Shared parts of figures: colours, words, ticks, margins, points by class, rows."""
