"""Lesson: Two views of a node."""

from askcore.ui.lessons.page import run

run("two_views")
