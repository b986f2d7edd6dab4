"""Lesson: where 1/gamma is a singular value of the centred K, AsK-LS has no unique answer."""

from askcore.ui import frame
from askcore.ui.lessons import resonance
from askcore.ui.lessons.page import draw

frame.enter()
draw(resonance.LESSON)
