"""Nyström speed-up: what a sample of rows and columns saves against the exact decomposition, and what it costs."""

from askcore.ui import choices, frame, health
from askcore.ui.data import lending
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.nystroem.export import FILES_SAID, files, python_code
from askcore.ui.pages.nystroem.panels import draw_run
from askcore.ui.pages.nystroem.race import draw_race
from askcore.ui.pages.nystroem.state import Nystroem, choose_sampling
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Nyström speed-up")
lending.say("Nyström speed-up")
choice = choices.spectral(current)
state = Nystroem(current, choice, choose_sampling(current, choice))

with above():
    health.warn(current, choice)
draw_run(state)
draw_race(state)
formulas.how_computed("nystroem", state.blanks)
take_home(files(state), python_code(state), FILES_SAID)
