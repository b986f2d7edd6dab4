"""Lesson: Guessing a matrix."""

from askcore.ui.lessons.page import run

run("guess_matrix")
