"""Lesson: where the dual weights of AsK-LS come from."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import primal_dual

frame.enter()
lessons.draw(primal_dual.LESSON)
