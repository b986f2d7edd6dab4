"""Lesson: where 1/gamma is a singular value of the centred K, AsK-LS has no unique answer."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import resonance

frame.enter()
lessons.draw(resonance.LESSON)
