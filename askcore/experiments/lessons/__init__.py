"""Computations of the lessons and of the first page: one idea each, on small data."""
