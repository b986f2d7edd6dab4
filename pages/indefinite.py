"""Indefinite kernels, of older links: a tab of Matrix, to which the frame leads."""

from askcore.ui import frame

frame.enter()
