"""Lesson: a node is read twice, along its arrows and against them."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import two_views

frame.enter()
lessons.draw(two_views.LESSON)
