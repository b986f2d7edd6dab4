"""A comparison to take away: its rows, all of it as JSON, and the Python that reproduces it.

UI floor.
"""

from __future__ import annotations

import json
from dataclasses import asdict

from askcore.experiments import ComparisonResult
from askcore.ui.data.dataset import Active
from askcore.ui.downloads import File
from askcore.ui.pages.direction import words
from askcore.ui.pages.direction.state import Plan
from askcore.ui.text.snippet import ASKLS, Script, data_lines, joined


def files(result: ComparisonResult) -> list[File]:
    """Rows as CSV, everything as JSON."""
    return [
        File("Scores (CSV)", lambda: result.table, "comparison.csv"),
        File("Everything (JSON)", lambda: as_json(result), "comparison.json"),
    ]


def as_json(result: ComparisonResult) -> str:
    """Settings, verdict, differences, advantage, null and what direction itself is worth."""
    found = result.advantage
    return json.dumps(
        {
            "verdict": result.verdict,
            "settings": dict(result.settings),
            "differences": result.differences.to_dict(orient="records"),
            "means": result.means().to_dict(orient="records"),
            "advantage": None
            if found is None
            else {
                "mean": found.difference.mean,
                "low": found.difference.low,
                "high": found.difference.high,
                "p": found.difference.p,
                "per_split": found.per_split.tolist(),
                "uses_direction": found.first,
                "ignores_direction": found.second,
            },
            "direction": None if result.direction is None else asdict(result.direction),
            "pays": result.pays,
            "null": {
                "reason": result.null.reason,
                "advantages": result.null.advantages.tolist(),
                "observed": result.null.observed.tolist(),
            },
        },
        indent=2,
        default=str,
    )


def python_code(current: Active, plan: Plan, result: ComparisonResult | None = None) -> Script:
    """A script that runs the same comparison and prints its verdict, scores and differences; ``result`` : of it, where
    it was run."""
    kernel = f"kernel = {plan.kernel!r}"
    if plan.several:
        limit = "" if plan.work.n_kernels is None else f", limit={plan.work.n_kernels}"
        kernel = f"kernel = directed_kernels(data, standardise={plan.kernel.standardise}{limit})"
    given = {
        "repeats": plan.work.repeats,
        "metric": plan.metric,
        "random_state": plan.seed,
        **plan.work.savings,
    }
    asked = ", ".join(f"{name}={value!r}" for name, value in given.items())
    metric = plan.metric
    return Script(
        "Does direction pay?",
        "compares AsK-LS with its rivals on the same splits.",
        (
            data_lines(current),
            joined(kernel, f"result = compare(data, kernel, {asked}).run()"),
            joined(
                "print(result.verdict)",
                'for row in result.means().to_dict("records"):',
                f"    print(METHODS[row['method']].label + ':', row['{metric}'])",
                "print(result.differences)",
            ),
        ),
        _figure(result) if result else "",
        words.not_to_conclude(result) if result else "",
        (ASKLS,),
    )


def _figure(result: ComparisonResult) -> str:
    """What of the lead is due to direction; without it the differences."""
    if result.direction is not None and result.advantage is not None:
        return (
            "figures.direction_shares(result.null.observed, result.null.advantages, result.advantage.difference, "
            "result.direction)"
        )
    return joined(
        "gaps = result.differences",
        "used = [METHODS[name].uses_direction for name in gaps.method]",
        'figures.paired_differences(gaps.method, gaps["mean"], gaps.low, gaps.high, uses_direction=used)',
    )
