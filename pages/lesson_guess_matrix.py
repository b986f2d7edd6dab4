"""Lesson: a matrix is guessed from a few of its rows and columns."""

from askcore.ui import frame
from askcore.ui.lessons import guess_matrix
from askcore.ui.lessons.page import draw

frame.enter()
draw(guess_matrix.LESSON)
