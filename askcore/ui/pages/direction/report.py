"""The page once there is a result, and its report where no page is open.

UI floor.
"""

from __future__ import annotations

from askcore.experiments import ComparisonResult, Effort, KernelChoice
from askcore.ui.data.dataset import Active
from askcore.ui.export import take_home
from askcore.ui.pages.direction import words
from askcore.ui.pages.direction.export import files, python_code
from askcore.ui.pages.direction.panels import draw_differences, draw_scores, draw_shares, draw_verdict
from askcore.ui.pages.direction.state import Plan
from askcore.ui.sharing.offstage import OwnFile, reported
from askcore.ui.sharing.report import Report
from askcore.ui.text import formulas


def draw_result(current: Active, plan: Plan, result: ComparisonResult) -> None:
    """Verdict, figures, scores, how it is computed, and what to take home."""
    draw_verdict(current, plan, result)
    draw_shares(result)
    draw_differences(result)
    draw_scores(result)
    blanks = {"methods": words.methods(result), "is_graph": current.is_graph}
    formulas.how_computed("direction", blanks, note=words.done_how(result))
    take_home(files(result), python_code(current, plan, result))


def comparison_report(
    own: OwnFile, result: ComparisonResult, *, kernel: KernelChoice, effort: Effort, metric: str, seed: int
) -> Report:
    """The report of a comparison that was run elsewhere."""
    plan = Plan(own.data.digest, kernel, effort.name, metric, seed, effort.several, effort.large)
    return reported("direction", own, lambda current: draw_result(current, plan, result))
