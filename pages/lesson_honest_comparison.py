"""Lesson: the same splits, the same tuning, and a null."""

from askcore.ui import frame
from askcore.ui.lessons import honest_comparison
from askcore.ui.lessons.page import draw

frame.enter()
draw(honest_comparison.LESSON)
