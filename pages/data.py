"""Data: what was read, before anything is learned from it."""

from askcore.ui import frame, render
from askcore.ui.data import notices, panel
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.data.page import data_page, python_code
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Data")
page = data_page(current)
render.show(page)
notices.how_read(current)
if current.labels is None and current.kind in ("graph", "matrix"):
    panel.labels_here()  # of a table and of bags a column may hold them, which stands above
formulas.draw_terms("data", page)
take_home(page, python_code(current), "The same numbers in Python:")
