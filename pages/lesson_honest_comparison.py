"""Lesson: An honest comparison."""

from askcore.ui.lessons.page import run

run("honest_comparison")
