"""Lesson: Why an SVM forgets direction."""

from askcore.ui.lessons.page import run

run("svm_forgets")
