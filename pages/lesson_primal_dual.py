"""Lesson: where the dual weights of AsK-LS come from."""

from askcore.ui import frame
from askcore.ui.lessons import primal_dual
from askcore.ui.lessons.page import draw

frame.enter()
draw(primal_dual.LESSON)
