"""Lesson: lengths and distances from the kernel matrix alone."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import feature_space

frame.enter()
lessons.draw(feature_space.LESSON)
