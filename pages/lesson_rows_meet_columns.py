"""Lesson: Rows meet columns."""

from askcore.ui.lessons.page import run

run("rows_meet_columns")
