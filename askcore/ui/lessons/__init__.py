"""The lessons: one idea each, with a figure to play with.

A lesson is a file here, named as its page without ``lesson_``; order, titles and questions stand in
``askcore.ui.contents``.
"""
