"""Lesson: From primal to dual."""

from askcore.ui.lessons.page import run

run("primal_dual")
