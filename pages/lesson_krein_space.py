"""Lesson: an indefinite kernel measures squared distances that can be negative."""

from askcore.ui import frame
from askcore.ui.lessons import krein_space
from askcore.ui.lessons.page import draw

frame.enter()
draw(krein_space.LESSON)
