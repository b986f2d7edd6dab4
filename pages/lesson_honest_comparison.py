"""Lesson: the same splits, the same tuning, and a null."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import honest_comparison

frame.enter()
lessons.draw(honest_comparison.LESSON)
