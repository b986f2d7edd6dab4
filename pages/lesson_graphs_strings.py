"""Lesson: Kernels on graphs and strings."""

from askcore.ui.lessons.page import run

run("graphs_strings")
