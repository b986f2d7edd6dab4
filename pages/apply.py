"""Apply: what a model says of samples that it was not trained on, new ones or those without a label."""

from askcore.ui import frame
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.guard import need_labels
from askcore.ui.pages.apply.export import files, python_code
from askcore.ui.pages.apply.panels import draw_decided, draw_given, draw_keep
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Apply")
need_labels(current)
state = draw_given(current)
draw_decided(state)
draw_keep(state)
formulas.how_computed("apply", state.blanks)
take_home(files(state), python_code(state))
