"""Session, of older links: the page Share, to which the frame leads."""

from askcore.ui import frame

frame.enter()
