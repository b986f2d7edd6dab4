"""Lesson: what KSVD adds to the SVD."""

from askcore.ui import frame
from askcore.ui.lessons import rows_meet_columns
from askcore.ui.lessons.page import draw

frame.enter()
draw(rows_meet_columns.LESSON)
