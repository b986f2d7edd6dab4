"""Lesson: an indefinite kernel measures squared distances that can be negative."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import krein_space

frame.enter()
lessons.draw(krein_space.LESSON)
