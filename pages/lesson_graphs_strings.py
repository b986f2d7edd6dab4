"""Lesson: kernels that count: walks between nodes, substrings that texts share."""

from askcore.ui import frame
from askcore.ui.lessons import graphs_strings
from askcore.ui.lessons.page import draw

frame.enter()
draw(graphs_strings.LESSON)
