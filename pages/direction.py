"""Does direction pay? AsK-LS and its rivals on the same splits with the same tuning, and a verdict."""

from askcore.ui import formulas, frame, health
from askcore.ui.dataset import active
from askcore.ui.export import take_home
from askcore.ui.guard import need_labels
from askcore.ui.pages import direction as page

frame.enter()

current = active()
frame.title("Does direction pay?")
need_labels(current)
plan = page.choose_plan(current)

if not plan.several:
    health.warn(current, plan.kernel)
result = page.JOB.result(plan)
if result is None:
    page.draw_offer(current, plan)
else:
    page.draw_verdict(current, plan, result)
    page.draw_shares(result)
    page.draw_differences(result)
    page.draw_scores(result)
    graph = current.is_graph
    blanks = {"methods": page.methods(result), "is_graph": graph}
    formulas.how_computed("direction", blanks, note=page.done_how(result))
    take_home(page.files(result), page.python_code(current, plan))
