"""A comparison to take away: its rows, all of it as JSON, and the Python that reproduces it.

UI floor.
"""

from __future__ import annotations

import json
from dataclasses import asdict

from askcore.experiments import ComparisonResult
from askcore.ui.dataset import Active
from askcore.ui.export import File
from askcore.ui.pages.direction.state import Plan
from askcore.ui.snippet import data_line

__all__ = ["as_json", "files", "python_code"]


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


def python_code(current: Active, plan: Plan) -> str:
    """A script that runs the same comparison and prints its verdict and differences."""
    names = ["Grid"] * (plan.grid is not None) + ["KernelChoice", "compare"]
    chosen = repr(plan.kernel)
    if plan.several:
        names = ["Grid", "compare", "directed_kernels"]
        limit = "" if plan.n_kernels is None else f", limit={plan.n_kernels}"
        chosen = f"directed_kernels(data, standardise={plan.kernel.standardise}{limit})"
    lines = ["import askcore", f"from askcore.experiments import {', '.join(names)}", ""]
    lines.append(data_line(current))
    lines += [
        f"kernel = {chosen}",
        "run = compare(",
        "    data,",
        "    kernel,",
        f"    repeats={plan.repeats},",
        f"    metric={plan.metric!r},",
        f"    random_state={plan.seed},",
        *(f"    {name}={value!r}," for name, value in plan.savings.items()),
    ]
    if plan.grid is not None:
        lines.append(f"    grid={plan.grid!r},")
    lines += [
        ")",
        "result = run.run()",
        "print(result.verdict)",
        "print(result.differences)",
    ]
    return "\n".join(lines) + "\n"
