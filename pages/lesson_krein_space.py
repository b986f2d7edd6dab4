"""Lesson: Krein space."""

from askcore.ui.lessons.page import run

run("krein_space")
