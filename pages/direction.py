"""Does direction pay? AsK-LS and its rivals on the same splits with the same tuning, and a verdict."""

from askcore.ui import frame, health
from askcore.ui.data.dataset import active
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
    page.draw_result(current, plan, result)
