"""Lesson: kernels that count: walks between nodes, substrings that texts share."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import graphs_strings

frame.enter()
lessons.draw(graphs_strings.LESSON)
