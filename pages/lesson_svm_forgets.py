"""Lesson: the dual of an SVM holds the symmetric part of K alone."""

from askcore.ui import frame, lessons
from askcore.ui.lessons import svm_forgets

frame.enter()
lessons.draw(svm_forgets.LESSON)
