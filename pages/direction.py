"""Does direction pay?, of older links: a tab of Decisions, to which the frame leads."""

from askcore.ui import frame

frame.enter()
