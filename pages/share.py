"""Share: the link of a page, the visited pages as a report, and talks to walk through."""

from askcore.ui import frame
from askcore.ui.pages.share import draw_link, draw_report, draw_talk

frame.enter()

frame.title("Share")
draw_link()
draw_report()
draw_talk()
