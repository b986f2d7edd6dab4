"""Lesson: Resonance."""

from askcore.ui.lessons.page import run

run("resonance")
