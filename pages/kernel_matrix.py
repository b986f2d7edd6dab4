"""Kernel matrix, of older links: the page Matrix, to which the frame leads."""

from askcore.ui import frame

frame.enter()
