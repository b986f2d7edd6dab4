"""Lesson: a node is read twice, along its arrows and against them."""

from askcore.ui import frame
from askcore.ui.lessons import two_views
from askcore.ui.lessons.page import draw

frame.enter()
draw(two_views.LESSON)
