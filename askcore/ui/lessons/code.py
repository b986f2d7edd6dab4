"""The Python behind each lesson, at the settings of its controls.

UI floor. A lesson plays in a fragment, so what it is set to is read from the session when the code is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from askcore.ui.lessons import (
    feature_space,
    guess_matrix,
    krein_space,
    primal_dual,
    resonance,
    rows_meet_columns,
    svm_forgets,
)
from askcore.ui.lessons.lesson import Lesson
from askcore.ui.text.snippet import Script, joined
from askcore.ui.turning.state import TurningNodes


def script_of(file: str, lesson: Lesson) -> Script | None:
    """The script of a lesson as it is set now; ``file`` : of its page. None for a lesson without."""
    make = _MADE.get(file)
    if make is None:
        return None
    about, steps, figure, imports = make()
    return Script(
        lesson.title,
        about,
        tuple(steps),
        figure,
        lesson.caution,
        (lesson.source,),
        tuple(imports),
        of_data=False,
    )


_Parts = tuple[str, list[str], str, list[str]]


def _set(key: str, usual: Any) -> Any:
    found = st.session_state.get(key)
    return usual if found is None else found


def _sample(name: str) -> str:
    return f"data = askcore.datasets.load_sample({name!r})"


def _two_views() -> _Parts:
    now = TurningNodes.now()
    steps = [
        joined(
            _sample("teaching_graph"),
            f"A = np.zeros(({len(now.names)}, {len(now.names)}))",
            f"links = {list(now.links)!r}  # from, to",
            "A[tuple(zip(*links, strict=True))] = 1.0" if now.links else "",
            f"known = {now.known!r}",
            f"classes = {now.known_classes!r}",
        ),
        joined(
            "views = node_views(A, classes, labelled=known)",
            f"asked = {now.asked!r}",
            "for node in asked:",
            "    numbers = views.source[node], views.target[node], views.merged[node]",
            '    print(f"{data.node_ids[node]}:", *numbers)',
        ),
    ]
    figure = (
        "SVG(figures.view_rows([data.node_ids[node] for node in asked], views.source[asked], "
        "views.target[asked], views.symmetric[asked], views.classes))"
    )
    imports = ["from askcore.experiments.lessons.small_graph import node_views"]
    return "reads each node twice, along its arrows and against them.", steps, figure, imports


def _svm_forgets() -> _Parts:
    t, cost = _set("svm_forgets_t", 0.0), _set("svm_forgets_cost", 1.0)
    steps = [
        joined(
            _sample(svm_forgets.SAMPLE),
            f"K = Problem(data, {svm_forgets.KERNEL!r}).operator.toarray()",
            "split = holdout_split(data.labels)",
            f"found = skew_path(K, data.labels, split, {svm_forgets.SHARES!r}, cost={cost}, "
            f"gamma={svm_forgets.GAMMA}, damping={svm_forgets.DAMPING})",
        ),
        joined(
            f"at = {svm_forgets.SHARES.index(t)}  # t = {t}",
            'print("SVM:", found.svm[at])',
            'print("AsK-LS:", found.askls[at])',
            'print("With K:", found.quadratic[at])',
            'print("With the symmetric part:", found.symmetric[at])',
        ),
    ]
    figure = (
        "SVG(figures.along_setting(found.shares, {'SVM': found.svm, 'AsK-LS': found.askls}, "
        "{'SVM': 'symmetric', 'AsK-LS': 'merged'}, title='t', measure='accuracy', current=found.shares[at]))"
    )
    imports = ["from askcore.experiments.lessons.skew import skew_path"]
    return "trains an SVM and AsK-LS on kernels with more and less direction.", steps, figure, imports


def _primal_dual() -> _Parts:
    gamma, factor = _set("primal_dual_gamma", 3.2), _set("primal_dual_factor", 1.0)
    step = _set("primal_dual_step", next(iter(primal_dual.STEPS)))
    steps = [
        joined(
            _sample(primal_dual.SAMPLE),
            f"K = Problem(data, {primal_dual.KERNEL!r}).operator.toarray()",
            "y = np.where(data.labels == data.labels.max(), 1.0, -1.0)",
            f"now = primal_steps(K, y, {gamma}, factor={factor})[{step!r}]",
        ),
        joined(
            'print("Conditions that hold:", now.met)',
            'print("Residuals:", *(one.residual for one in now.conditions))',
            'print("Largest error in e:", abs(now.point.e).max())',
        ),
    ]
    names, roles = ([one[at] for one in primal_dual.MEANT] for at in (0, -1))
    figure = (
        "SVG(figures.residual_bars([one.residual for one in now.conditions], "
        f"{[f'∂L/∂{name}' for name in names]!r}, {roles!r}))"
    )
    imports = ["from askcore.experiments.lessons.primal_dual import primal_steps"]
    return "checks the eight conditions of the Lagrangian of AsK-LS.", steps, figure, imports


def _resonance() -> _Parts:
    gamma, damping = _set("resonance_gamma", resonance.BEGIN), _set("resonance_damping", 0.1)
    steps = [
        joined(
            _sample(resonance.SAMPLE),
            f"K = Problem(data, {resonance.KERNEL!r}).operator.toarray()",
            f"node = data.node_ids.index({resonance.NODE!r})",
            f"found = resonance_walk(K, data.labels, node, np.geomspace({resonance.LOW}, {resonance.HIGH}, 150), "
            f"{damping})",
        ),
        joined(
            f"here = resonance_walk(K, data.labels, node, [{gamma}], {damping})",
            f"at = abs(here.gammas - {gamma}).argmin()",
            'print("Condition number:", here.condition[at])',
            'print("Without damping:", here.undamped[at])',
            'print("With damping:", here.damped[at])',
        ),
    ]
    figure = (
        "SVG(figures.along_setting((1 / found.gammas)[::-1], {'with damping': found.damped[::-1]}, "
        "{'with damping': 'source'}, title='1/γ', measure='source view', current=1 / here.gammas[at], "
        "marks=found.singular_values, log=(True, False)))"
    )
    imports = ["from askcore.experiments.lessons.resonance import resonance_walk"]
    return "walks along γ, over every resonance.", steps, figure, imports


def _rows_meet_columns() -> _Parts:
    choice = rows_meet_columns.choice(
        _set("rows_meet_columns_kernel", "polynomial"),
        _set("rows_meet_columns_way", "pinv"),
        float(_set("rows_meet_columns_sigma", 1.0)),
    )
    steps = [
        joined(_sample(rows_meet_columns.SAMPLE), f"found = beside_svd(Problem(data, {choice!r}))"),
        joined('print("SVD:", found.svd_score)', 'print("KSVD:", found.ksvd_score)'),
    ]
    figure = "figures.embedding(found.ksvd, data.labels)"
    return "embeds the rows of a table by the SVD and by KSVD.", steps, figure, []


def _guess_matrix() -> _Parts:
    kind, size = _set("guess_matrix_kind", "ripples"), int(_set("guess_matrix_size", 25))
    steps = [
        joined(
            f"picture = landscape({kind!r}, (200, 300))",
            f"found = guess_matrix(picture, {size}, {guess_matrix.drawing()})",
        ),
        joined(
            'print("Rank of the guess:", found.rank)',
            'print("Entries that are read:", found.share)',
            'print("Relative error:", found.error)',
        ),
    ]
    figure = "figures.signed_heatmap(found.matrix)"
    imports = ["from askcore.experiments.sampling.guess import guess_matrix, landscape"]
    return "guesses a matrix from a few of its rows and columns.", steps, figure, imports


def _krein_space() -> _Parts:
    times, gamma = float(_set("krein_space_rho", 1.0)), float(_set("krein_space_gamma", 10.0))
    correction = _set("krein_space_fix", next(iter(krein_space.CORRECTIONS)))
    steps = [
        f"view = cube_view({times}, {correction!r}, gamma={gamma})",
        joined(
            'print("ρ:", view.rho)',
            'print("Squared distance of the centres:", view.distance.squared)',
            'print("After the correction:", view.after.squared)',
            'print("Corners that are right:", view.right)',
        ),
    ]
    imports = ["from askcore.experiments.matrix.cube import cube_view"]
    figure = "figures.signed_spectrum(view.corrected.values, logarithmic=False)"
    return "measures a squared distance under an indefinite kernel.", steps, figure, imports


def _feature_space() -> _Parts:
    kernel, operation = _set("feature_space_kernel", "square"), _set("feature_space_operation", "none")
    points = feature_space.places()
    own = feature_space.NAMES.index(_set("feature_space_point", feature_space.NAMES[0]))
    steps = [
        joined(f"points = {points!r}", f"found = few_points(points, {kernel!r}, {operation!r})"),
        joined(
            f"point = {own}",
            'print("In the plane:", *found.plane[point])',
            'print("In feature space, from K:", *found.from_kernel[point])',
            'print("From features:", *found.from_map[point])',
        ),
    ]
    imports = ["from askcore.experiments.lessons.plane_points import few_points"]
    return (
        "measures lengths and distances from K alone.",
        steps,
        "figures.embedding(found.mercer[:, :2])",
        imports,
    )


def _graphs_strings() -> _Parts:
    kind, directed = _set("graphs_strings_kind", "power"), bool(_set("graphs_strings_arrows", True))
    usual, key = (2, "graphs_strings_length") if kind == "power" else (0.5, "graphs_strings_beta")
    length = int(_set("graphs_strings_substring", 3))
    steps = [
        joined(
            _sample("teaching_graph"),
            f"found = walk_kernel(data.adjacency, {kind!r}, {float(_set(key, usual))}, directed={directed})",
            "u, v = found.pair",
            'print("K(u, v):", found.matrix[u, v])',
            'print("K(v, u):", found.matrix[v, u])',
        ),
        joined(
            f"first = {_set('graphs_strings_first', 'the kernel counts what two texts share')!r}",
            f"second = {_set('graphs_strings_second', 'two texts are near if they share much')!r}",
            f"shared = shared_substrings(first, second, {length})",
            'print("Shared substrings:", len(shared.common))',
            'print("K of the texts:", shared.value)',
        ),
    ]
    imports = [
        "from askcore.experiments.lessons.strings import shared_substrings",
        "from askcore.experiments.lessons.walk_kernels import walk_kernel",
    ]
    return (
        "counts walks between nodes, and substrings of texts.",
        steps,
        "figures.signed_heatmap(found.matrix)",
        imports,
    )


def _honest_comparison() -> _Parts:
    tuned, on_test = not _set("honest_comparison_rival", False), bool(_set("honest_comparison_test", False))
    asked = f"tune_rival={tuned}, on_test={on_test}"
    steps = [
        joined(_sample("python_imports"), "found = honest_splits(data.adjacency, data.labels)"),
        joined(
            f"lead = found.lead({asked})",
            f"null = found.lead({asked}, turned=True)",
            'print("Difference:", lead.mean, lead.low, lead.high)',
            'print("At random directions:", null.mean, null.low, null.high)',
        ),
    ]
    figure = joined(
        "from askcore.figures.svg.quick import difference_rows",
        "from askcore.figures.parts.theme import role_colours",
        "shown = {'this graph': lead, 'random directions': null}",
        "of_each = np.array([(one.mean, one.low, one.high) for one in shown.values()]).T",
        "colours = [role_colours()[role] for role in ('merged', 'symmetric')]",
        "SVG(difference_rows(list(shown), *of_each, colours=colours))",
    )
    imports = ["from askcore.experiments.lessons.honest import honest_splits"]
    return "compares two methods on the same splits, with a null.", steps, figure, imports


_MADE: dict[str, Callable[[], _Parts]] = {
    "lesson_two_views": _two_views,
    "lesson_svm_forgets": _svm_forgets,
    "lesson_primal_dual": _primal_dual,
    "lesson_resonance": _resonance,
    "lesson_rows_meet_columns": _rows_meet_columns,
    "lesson_guess_matrix": _guess_matrix,
    "lesson_krein_space": _krein_space,
    "lesson_feature_space": _feature_space,
    "lesson_graphs_strings": _graphs_strings,
    "lesson_honest_comparison": _honest_comparison,
}
