"""Nyström speed-up: what a sample of rows and columns saves against the exact decomposition, and what it costs."""

from askcore.ui import choices, frame, health
from askcore.ui.data import lending
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages import nystroem as page
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Nyström speed-up")
lending.say("Nyström speed-up")
choice = choices.spectral(current)
state = page.Nystroem(current, choice, page.choose_sampling(current, choice))

with above():
    health.warn(current, choice)
page.draw_run(state)
page.draw_race(state)
formulas.how_computed("nystroem", state.blanks)
take_home(page.files(state), page.python_code(state), page.FILES_SAID)
