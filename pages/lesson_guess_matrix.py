"""Lesson: a matrix is guessed from a few of its rows and columns."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import guess_matrix

frame.enter()
lessons.draw(guess_matrix.LESSON)
