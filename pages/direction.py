"""Does direction pay? AsK-LS and its rivals on the same splits with the same tuning, and a verdict."""

from askcore.ui import frame, health
from askcore.ui.data.dataset import active
from askcore.ui.guard import need_labels
from askcore.ui.pages.direction.panels import choose_plan, draw_offer
from askcore.ui.pages.direction.report import draw_result
from askcore.ui.pages.direction.state import JOB

frame.enter()

current = active()
frame.title("Does direction pay?")
need_labels(current)
plan = choose_plan(current)

if not plan.several:
    health.warn(current, plan.kernel)
result = JOB.result(plan)
if result is None:
    draw_offer(current, plan)
else:
    draw_result(current, plan, result)
