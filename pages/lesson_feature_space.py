"""Lesson: lengths and distances from the kernel matrix alone."""

from askcore.ui import frame
from askcore.ui.lessons import feature_space
from askcore.ui.lessons.page import draw

frame.enter()
draw(feature_space.LESSON)
