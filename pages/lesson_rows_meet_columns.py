"""Lesson: what KSVD adds to the SVD."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import rows_meet_columns

frame.enter()
lessons.draw(rows_meet_columns.LESSON)
