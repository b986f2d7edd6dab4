"""Indefinite kernels: which part of a spectrum breaks Mercer's condition, what it carries, and whether it pays."""

from askcore.ui import choices, controls, frame
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages import indefinite as page
from askcore.ui.pieces import above
from askcore.ui.text import formulas
from askcore.ui.work import cache

frame.enter()

current = active()
frame.title("Indefinite kernels")
choice = choices.kernel(current)
problem = cache.matrix(current.data, choice)

if not problem.same_samples:
    page.draw_rectangular(problem)
else:
    state = page.IndefiniteKernel(current, choice, page.choose_signs(current, choice))
    with above():
        page.draw_verdict(state)
        page.draw_made_for(state)
    page.draw_pair(state)
    controls.tabs(page.tab_panels(state), page.OPEN)
    formulas.how_computed("indefinite")
    take_home(page.files(state), page.python_code(state), page.FILES_SAID)
