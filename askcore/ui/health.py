"""The warning that a kernel matrix tells no samples apart, with its cause and one button that takes the way out.

Every page on which a matrix is shown or decided calls ``warn``; nothing else says it.
"""

from __future__ import annotations

from typing import Any

from askcore._format import number, share
from askcore.diagnostics.health import MatrixHealth
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.matrix.health import LOOKED_AT, problem_health, way_out
from askcore.kernels import KERNELS
from askcore.ui import render
from askcore.ui.blocks import Action, Block, Text
from askcore.ui.cache import cached
from askcore.ui.controls import symbol
from askcore.ui.data.dataset import Active
from askcore.ui.data.opening import kernel_controls
from askcore.ui.problems import Data, problem
from askcore.ui.settings import BANDWIDTHS, MULTIPLES
from askcore.ui.text.words import plain


def warn(current: Active, choice: KernelChoice) -> list[Block]:
    """Say what is wrong with the matrix, if anything is, and offer the way out; the blocks that say so."""
    found, other = _looked_at(current.data, choice)
    if found is None:
        return []
    said: list[Block] = [Text(message(problem(current.data, choice), found), "warning")]
    if other is not None:
        label = _button(current.data, choice, other)
        said.append(Action("way_out", label, _controls(current.data, other), primary=True))
    render.show(said)
    return said


@cached()
def _looked_at(data: Data, choice: KernelChoice) -> tuple[MatrixHealth | None, KernelChoice | None]:
    """What is wrong, and the choice that helps."""
    shown = problem(data, choice)
    found = problem_health(shown)
    if found is None:
        return None, None
    return found, way_out(shown, BANDWIDTHS if shown.crossed else MULTIPLES)


def message(shown: Problem, found: MatrixHealth) -> str:
    """What the matrix is, what that means, and why."""
    word = shown.row_word
    means = {
        "identity": f"each {word} is similar only to itself, so there is little to learn.",
        "constant": f"all {word}s are equally similar; its entries differ by less than 1%.",
        "spike": f"the entry of {_entry(shown, found)} holds {share(found.figure)} of the energy.",
        "no skew": "the kernel is asymmetric by its formula, but here both views are the same.",
    }
    return f"**{found.words}:** {means[found.kind]}{_cause(shown, found)}"


def _entry(shown: Problem, found: MatrixHealth) -> str:
    rows, columns = shown.row_names, shown.column_names
    if max(shown.shape) > LOOKED_AT:
        return "one pair"
    return f"“{plain(rows[found.place[0]])}” and “{plain(columns[found.place[1]])}”"


def _cause(shown: Problem, found: MatrixHealth) -> str:
    """Why, where a parameter with a unit tells it."""
    param = shown.scale_param
    if param is None or found.kind not in ("identity", "constant"):
        features = shown.data.kind == "table" and not shown.standardise and not shown.crossed
        return (
            " Either the features have very different scales, or one value is far from all others." * features
        )
    side = "small" if found.kind == "identity" else "large"
    if param.name not in ("sigma", "rho"):  # c and a are inverse units
        return f" {symbol(param)} = {number(shown.params[param.name])} does not suit these data."
    return (
        f" {symbol(param)} ≈ {number(shown.params[param.name])} is too {side} for the distances between them."
    )


def _button(data: Data, choice: KernelChoice, other: KernelChoice) -> str:
    param = KERNELS[other.name].scaled
    if other.name != choice.name:
        return f"Use {KERNELS[other.name].label} at its usual bandwidth"
    if other.standardise != choice.standardise or param is None:
        return "Scale the features"
    value = number(problem(data, other).params[param.name])
    usual = "its usual value" if other.bandwidth == 1 else f"{other.bandwidth:g} × its usual value"
    return f"Set {symbol(param)} to {usual}, {value}"


def _controls(data: Any, other: KernelChoice) -> dict[str, Any]:
    """The controls of the sidebar that choose a kernel."""
    if other.matrix == "crossed":
        return {"bandwidth": other.bandwidth, **({"scaled": True} if other.standardise else {})}
    return kernel_controls(data, other)
