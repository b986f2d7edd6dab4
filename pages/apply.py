"""Apply: what a model says of samples that it was not trained on, new ones or those without a label."""

from askcore.ui import frame
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.guard import need_labels
from askcore.ui.pages import apply as page
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Apply")
need_labels(current)
state = page.draw_given(current)
page.draw_decided(state)
page.draw_keep(state)
formulas.how_computed("apply", state.blanks)
take_home(page.files(state), page.python_code(state))
