"""Lesson: A feature space without features."""

from askcore.ui.lessons.page import run

run("feature_space")
