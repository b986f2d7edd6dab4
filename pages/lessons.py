"""Lessons, of older links: a tab of Learn, to which the frame leads."""

from askcore.ui import frame

frame.enter()
