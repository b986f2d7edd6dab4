"""Lesson: the dual of an SVM holds the symmetric part of K alone."""

from askcore.ui import frame
from askcore.ui.lessons import svm_forgets
from askcore.ui.lessons.page import draw

frame.enter()
draw(svm_forgets.LESSON)
