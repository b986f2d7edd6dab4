"""The tab "Indefinite" of the page "Matrix": negative eigenvalues, the cost of correcting them, whether they help."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore import experiments, figures
from askcore._format import count, format_percent, number, p_value
from askcore.datasets import samples
from askcore.experiments.comparison.kinds import CALLED, KERNEL_KINDS, ThreeKinds
from askcore.experiments.evaluation import chance_level
from askcore.experiments.matrix.fixes import (
    FixedSpectrum,
    FixOutcome,
    PreparedFixes,
    fix_outcome,
    share_interval,
    spectrum_fixes,
)
from askcore.experiments.matrix.reading import Signs
from askcore.experiments.matrix.signed import SignedParts, SphereKernel, spheres_view
from askcore.experiments.running.jobs import Task
from askcore.experiments.spectra.compared import neighbour_score
from askcore.experiments.spectra.decomposition import held_by_few, leading_plane
from askcore.figures.histograms import distance_histogram
from askcore.figures.samples import scatter_3d
from askcore.figures.scores import accuracy_rows
from askcore.ui import blocks as ui
from askcore.ui.background import Offered
from askcore.ui.blocks import Block, Text
from askcore.ui.cache import cached
from askcore.ui.choices import ModelChoice
from askcore.ui.guard import learnable
from askcore.ui.pages.matrix.results import KernelMatrix, corrected
from askcore.ui.problems import split
from askcore.ui.text.snippet import INDEFINITE
from askcore.ui.text.words import FAR_BELOW, NEEDS_LABELS, fill_in, plain, reversed_below_chance

VIEW = "indefinite_details"  # key of the tabs
LEADING = 12  # coordinates of which two are drawn
EIGENVALUES, PARTS, FIXES, PAYS, SPHERES = (
    "Eigenvalues",
    "K₊ and K₋",
    "Clip, flip, square, shift",
    "Does it pay?",
    "Two spheres",
)

SENTENCES = {
    Signs.POSITIVE: "{K} has no negative eigenvalue: it is a Mercer kernel, and no squared distance is negative.",
    Signs.NEGATIVE: "{K} has no positive eigenvalue: with the other sign it is a Mercer kernel.",
    Signs.INDEFINITE: "{K} is indefinite, so it is not a Mercer kernel: {count} eigenvalues are negative{energy}.",
    Signs.NOT_POSITIVE: "{K} has negative eigenvalues, so it is not a Mercer kernel. It is not known "
    "whether it also has positive eigenvalues.",
    Signs.ZERO: "{K} is zero: all its eigenvalues are zero.",
    Signs.UNKNOWN: "It is not known whether {K} has negative eigenvalues: none was found.",
}


def tab(state: KernelMatrix) -> list[Block]:
    """Whether K is indefinite, and one of the views."""
    definite_table = state.current.kind == "table" and state.summary.signs is Signs.POSITIVE
    try_it = ui.Action("try_indefinite", "Try the tanh kernel, which is indefinite", {"kernel": "tanh"})
    return [
        Text(f"**{signs_said(state)}**"),
        *_cards(state),
        *([try_it] if definite_table else []),
        ui.Step(SIGNS_CODE, (INDEFINITE,)),
        ui.Tabs(VIEW, {title: partial(body, state) for title, body in VIEWS.items()}),
    ]


SIGNS_CODE = """parts = signed_parts(part.K)
print("Negative energy:", whole.negative_energy)
print("Lowest over largest:", whole.lowest)
print("Negative squared distances:", (parts.pair_distances < 0).mean())
# coordinates of either sign: parts.K is plus @ plus.T - minus @ minus.T
plus, minus = parts.coordinates(1), parts.coordinates(-1)"""


def signs_said(state: KernelMatrix) -> str:
    """What is known of negative eigenvalues."""
    found, energy = state.summary, state.summary.negative_energy
    assert found.signs is not None
    K = "K" if found.entries.is_symmetric else "the symmetric part of K"
    count = "some" if found.signature is None else f"{found.signature[1]:,} of {sum(found.signature):,}"
    held = "" if energy is None else f" and hold {format_percent(energy)} of its energy"
    said = SENTENCES[found.signs].format(K=K, count=count, energy=held)
    return said[0].upper() + said[1:]


def _cards(state: KernelMatrix) -> list[Block]:
    d, ends, energy = state.signed.pair_distances, state.summary.ends, state.summary.negative_energy
    below = format_percent(float((d < 0).mean())) if len(d) else "none"
    return [
        ui.Metric(
            "Negative energy", "not known" if energy is None else format_percent(energy), HELP["energy"]
        ),
        ui.Metric(
            "Lowest over largest", "not known" if ends is None else number(ends.lowest), HELP["lowest"]
        ),
        ui.Metric("Negative squared distances", below, HELP["distances"]),
    ]


HELP = {
    "energy": "The sum of the squared negative eigenvalues, divided by the sum of all squared eigenvalues. "
    "Clipping removes this "
    "energy.",
    "lowest": "The lowest eigenvalue divided by the largest absolute value. If it is below 0, K is not a Mercer "
    "kernel.",
    "distances": "The share of all pairs with K(u, u) + K(v, v) < K(u, v) + K(v, u).",
}


# eigenvalues --------------------------------------------------------------------------------------------------------


def _spectrum(state: KernelMatrix, value: ui.Value) -> list[Block]:
    axis = value(ui.Control("indefinite_axis", "Axis", "choice", ("Sizes", "Values")))
    signed, ends = state.signed, state.summary.ends
    every = None if ends is None else ends.values
    u, v = signed.most_negative
    lowest = number(float(signed.squared_distances[u, v]))
    pair = LOWEST.format(u=plain(state.names[u]), v=plain(state.names[v]), d=lowest) if u != v else ""
    values, said = signed.values if every is None else every, NOT_NOISE + state.sampled * (every is None)
    draw, key = (
        partial(figures.signed_spectrum, values, logarithmic=axis == "Sizes"),
        state.key("signed_spectrum"),
    )
    alt = "Eigenvalues by size; negative ones are orange diamonds"
    spectrum = ui.Figure(key, draw, alt, "Which eigenvalues are negative", said)
    count, said = partial(distance_histogram, signed.pair_distances), DISTANCES + pair + state.sampled
    alt = "How many pairs lie at each squared distance; negative ones in orange"
    distances = ui.Figure(state.key("squared_distances"), count, alt, "Squared distances", said)
    return [ui.Columns(([spectrum], [distances]))]


NOT_NOISE = "Negative eigenvalues need not be noise: only labels can show whether they help."
DISTANCES = "The squared distance K(u, u) + K(v, v) − K(u, v) − K(v, u) of each pair."
LOWEST = " Lowest: {u} and {v}, {d}."


# both parts ---------------------------------------------------------------------------------------------------------

SEEN = {
    "none": "There is no negative part, so clipping changes nothing.",
    "only": "There is no positive part.",
    "unlabelled": "Without labels, there is no score. Groups in K₋ suggest information; one cloud around zero suggests "
    "noise.",
    "informative": "**The negative part separates classes:** {scores} Clipping would remove this information.",
    "noise": "**The negative part is not clearly better than guessing:** {scores}",
    "neither": "**Neither part is clearly better than guessing:** {scores}",
}
SCORES = "the neighbour score is {minus:.0%} in K₋ and {plus:.0%} in K₊ (guessing {chance:.0%})."
PLACES = (
    "Each point is a {row}. Its coordinates are the first two of the leading vectors √|λ| u that are not "
    "dominated by a few "
    "{row}s. K adds the products of positive coordinates and subtracts those of negative coordinates."
)
SIDES = ((1, "K₊", "positive"), (-1, "K₋", "negative"))


def separation(signed: SignedParts, labels: np.ndarray | None) -> str:
    """Whether the negative part separates classes, with guessing beside it."""
    plus, minus = signed.coordinates(1), signed.coordinates(-1)
    if not minus.shape[1]:
        return SEEN["none"]
    if not plus.shape[1]:
        return SEEN["only"]
    scores = [neighbour_score(points, labels) for points in (plus, minus)]
    if labels is None or scores[0] is None or scores[1] is None:
        return SEEN["unlabelled"]
    known = labels[labels != ""] if labels.dtype.kind == "U" else labels
    chance = chance_level(known)
    clearly = chance + 2 * float(np.sqrt(chance * (1 - chance) / len(known)))
    which = "informative" if scores[1] > clearly else "noise" if scores[0] > clearly else "neither"
    return SEEN[which].format(scores=SCORES.format(plus=scores[0], minus=scores[1], chance=chance))


def _parts(state: KernelMatrix) -> list[Block]:
    sides = ui.Columns(tuple([_places(state, *side)] for side in SIDES))
    caption = PLACES.format(row=state.problem.row_word) + state.sampled
    return [Text(separation(state.signed, state.labels)), sides, Text(caption, "caption")]


def _places(state: KernelMatrix, sign: int, name: str, kind: str) -> Block:
    points, labels = state.signed.coordinates(sign), state.labels
    if not points.shape[1]:
        return Text(f"No eigenvalue is {kind}.")
    at = first_coordinates(points[:, :LEADING])
    axes = (f"{kind} coordinate {at[0] + 1}", f"{kind} coordinate {(*at, 1)[1] + 1}")
    plane = leading_plane(points[:, at])
    draw = partial(figures.embedding, plane, labels, names=state.names, titles=axes, height=380)
    row, title = state.problem.row_word.capitalize(), f"{name}, the {kind} part"
    alt = f"{row}s by two of their leading {kind} coordinates"
    return ui.Figure(state.key(f"signed_{kind}"), draw, alt, title, samples=state.summary.part.rows)


def first_coordinates(points: np.ndarray) -> list[int]:
    """The two of the coordinates (n, r) to draw, from 0: the first that no few samples dominate, or the first."""
    spread = [j for j, few in enumerate(held_by_few(points)) if not few]
    return spread[:2] if len(spread) > 1 else [*range(points.shape[1])][:2]


# corrections --------------------------------------------------------------------------------------------------------

FIXED = {
    FixOutcome.NOTHING_TO_CORRECT: "**Nothing to correct:** the training matrix has no negative eigenvalue. Accuracy "
    "is {keep.accuracy:.0%} on {n:,} {samples}.",
    FixOutcome.NO_DECISION_CHANGES: "**No correction changes a decision:** accuracy is {keep.accuracy:.0%} on {n:,} "
    "{samples}.",
    FixOutcome.BETTER: "**“{best.name}” is better:** {best.accuracy:.0%} of {n:,} {samples} instead of "
    "{keep.accuracy:.0%} without a correction. {test}",
    FixOutcome.PERHAPS_BETTER: "**“{best.name}” may be better:** {best.accuracy:.0%} of {n:,} {samples} instead of "
    "{keep.accuracy:.0%} without a correction. The difference may be chance. {test}",
    FixOutcome.NOT_BETTER: "**No correction is better than none:** {keep.accuracy:.0%} of {n:,} {samples} without a "
    "correction, {best.accuracy:.0%} with “{best.name}”, the best correction. {test}",
}
MEANINGS = {
    "keep": "not changed",
    "clip": "0 where negative",
    "flip": "their absolute values",
    "square": "their squares",
    "shift": "larger by the size of the lowest",
}
FIXES_HOW = (
    "LS-SVM with the same γ, damping and split as on “Decisions”. Bars are 95% intervals of one accuracy. "
    "The best correction was chosen on these test samples, so its accuracy is too optimistic."
)
FIXES_TABLE = (
    "“Change”: the norm of the change of K over the norm of K. “p”: sign test against “keep”, on the "
    "samples that only one of the two classifies correctly. “square” changes the scale of K, so another γ "
    "may suit it."
)
DRAWN = "To save time, {m:,} training and {n:,} test samples are used, chosen at random by class."
FIXES_CODE = """# LS-SVM under each correction of the spectrum
split = holdout_split(data.labels, train_size={model.train_size}, random_state={model.seed})
ready = prepare_fixes(problem, split, symmetrize={how!r})
for one in spectrum_fixes(ready, gamma={model.gamma:g}, damping={model.damping!r}):
    print(f"{{one.name}}: {{one.accuracy}}")"""


def _fixes(state: KernelMatrix) -> list[Block]:
    if not learnable(state.current):
        return [Text(NEEDS_LABELS)]
    model, how = state.model, "mean" if state.signed.symmetrized else None
    parts = split(state.current.data, model.train_size, model.seed)
    work = ui.Work(corrected, (state.problem, parts, how))
    code = FIXES_CODE.format(model=model, how=how)
    return [ui.Run(work, partial(_fixed, model, parts.held_out, state.problem.row_word)), ui.Step(code)]


def fixed_words(
    done: tuple[FixedSpectrum, ...], n: int, thing: str = "sample", *, held_out: bool, chance: float
) -> list[str]:
    """Whether a correction helps; why all may be below guessing."""
    outcome, best = fix_outcome(done)
    test = f"Sign test on {count(best.gained + best.lost, thing)}: {p_value(best.p)}."
    samples = f"test {thing}s" if held_out else f"training {thing}s (not a test)"
    said = fill_in(FIXED[outcome], keep=done[0], best=best, n=n, samples=samples, test=test)
    reversed_ = outcome is not FixOutcome.NOTHING_TO_CORRECT and done[0].accuracy < chance - FAR_BELOW
    return [said, *([reversed_below_chance()] if reversed_ else [])]


def _fixed(model: ModelChoice, held_out: bool, thing: str, ready: PreparedFixes) -> list[Block]:
    done = spectrum_fixes(ready, gamma=model.gamma, damping=model.damping)
    n, chance = len(ready.truth), chance_level(ready.truth)
    accuracy, keep = np.array([one.accuracy for one in done]), [one.name == "keep" for one in done]
    drawn = [Text(DRAWN.format(m=ready.used[0], n=n), "caption")] if ready.used != ready.samples else []
    messages = dict.fromkeys(message for one in done for message in one.messages)
    looks = [("own", "diamond") if each else ("symmetric", "circle") for each in keep]
    rows = [one.name for one in done], np.column_stack([accuracy, *share_interval(accuracy, n)])
    draw, alt = (
        partial(accuracy_rows, *rows, looks=looks, chance=chance),
        "Accuracy of LS-SVM under each correction",
    )
    return [
        *(Text(each) for each in fixed_words(done, n, thing, held_out=held_out, chance=chance)),
        *drawn,
        *(Text(plain(message), "warning") for message in messages),
        ui.Figure("spectrum_fixes", draw, alt, caption=FIXES_HOW),
        ui.Table(fixes_table(done, n), FIXES_TABLE),
    ]


def fixes_table(done: tuple[FixedSpectrum, ...], n: int) -> pd.DataFrame:
    """One row for each correction."""
    return pd.DataFrame(
        [
            {
                "correction": one.name,
                "eigenvalues become": MEANINGS[one.name],
                "change": "another scale" if one.name == "square" else format_percent(one.change),
                "accuracy": f"{one.accuracy:.1%}",
                "decisions changed": f"{one.differ:,} of {n:,}",
                "now right": one.gained,
                "now wrong": one.lost,
                "p": "" if one.name == "keep" else f"{one.p:.2g}",
                "λ used": f"{one.damping:g}",
            }
            for one in done
        ]
    )


LOOKS = {"definite": ("own", "circle"), "indefinite": ("target", "diamond"), "asymmetric": ("merged", "x")}
INVITED = {
    True: "Three kernels are compared: RBF (positive definite), TL1 (indefinite; tanh if you selected "
    "tanh) and SNE (asymmetric).",
    False: "Three kernels are compared: S Sᵀ (positive definite), (S + Sᵀ)/2 (indefinite) and S itself (asymmetric). "
    "S is the matrix of the data; for a graph, its rows are divided by their sums.",
}
INVITED_HOW = (
    " All use LS-SVM (AsK-LS for the asymmetric kernel), the same splits, and the same folds for tuning, "
    "including the bandwidths."
)
KINDS_HOW = (
    "{n_splits} random splits, {inner_folds} inner folds. The result holds only for one kernel of each kind "
    "and for these labels. “Not significant” does not mean “no difference”."
)
ACCURACIES = "The mean over the splits; a bar goes from the worst split to the best."
KINDS_TABLE = "“Negative”: the sum of |λ| over the negative eigenvalues, as a share of the sum over all."
KINDS_CODE = """# a definite, an indefinite and an asymmetric kernel on the same splits
kinds = three_kinds({given}).run()
print(kinds.verdict)
print(kinds.kinds[["label", "mean", "std"]])"""


def does_it_pay(state: KernelMatrix) -> list[Block]:
    """The comparison that is offered, on its way, or done; of a table with the features of the settings."""
    if not learnable(state.current):
        return [Text(NEEDS_LABELS)]
    given: dict[str, Any] = {}
    if state.current.kind == "table":
        indefinite = "tanh" if state.choice.name == "tanh" else "tl1"
        given = {"indefinite": indefinite, "standardise": state.choice.standardise}
    plan = (state.current.data.digest, *given.values())
    task: Task[ThreeKinds] = Task(experiments.three_kinds, state.current.data, **given)
    offer = Offered("three_kinds", plan, task, "Compare the three")
    code = ", ".join(["data", *(f"{name}={value!r}" for name, value in given.items())])
    return [
        *([] if offer.ready() else [Text(INVITED[bool(given)] + INVITED_HOW)]),
        ui.Step(KINDS_CODE.format(given=code)),
        ui.Run(offer, _compared),
    ]


def _compared(result: ThreeKinds) -> list[Block]:
    finding, colon, rest = result.verdict.partition(": ")
    by, kinds = result.table.groupby("kind")[result.settings["metric"]], result.kinds.set_index("kind")
    order = list(KERNEL_KINDS)
    names = [f"{CALLED[kind]}: {kinds.loc[kind, 'label']}" for kind in order]
    rows, looks = (
        [each[order] for each in (kinds["mean"], by.min(), by.max())],
        [LOOKS[kind] for kind in order],
    )
    draw = partial(accuracy_rows, names, np.column_stack(rows), looks=looks, bar="over the splits")
    alt = "Accuracy of the three kinds of kernel"
    figure = ui.Figure("kinds_accuracy", draw, alt, "Tuned accuracy", ACCURACIES)
    return [
        Text(f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"),
        Text(KINDS_HOW.format(**result.settings), "caption"),
        figure,
        ui.Table(kinds_table(result), KINDS_TABLE),
        ui.Download("Every split (CSV)", lambda: result.table, "three_kinds.csv"),
    ]


def kinds_table(result: ThreeKinds) -> pd.DataFrame:
    """One row for each kind."""
    rows = [
        {
            "kind": CALLED[row["kind"]],
            "kernel": row["label"],
            "accuracy": f"{100 * row['mean']:.1f} ± {100 * row['std']:.1f}%",
            "chosen most often": row["chosen"],
            "eigenvalues +, −": f"{row['positive']:,} · {row['negative']:,}",
            "negative": format_percent(row["negative_share"]),
            "skew-symmetric ratio": f"{row['skew_ratio']:.2g}",
        }
        for row in result.kinds.to_dict(orient="records")
    ]
    return pd.DataFrame(rows)


# two spheres --------------------------------------------------------------------------------------------------------

RHOS = tuple(float(f"{r:.2f}") for r in np.arange(0.05, 1.001, 0.05))
SIGMAS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0, 2.0)
QUESTION = (
    "Two spheres of radii 1 and 3, without noise. **Which kernel puts one class on each side of a straight "
    "line?** "
    "Change the reach ρ of TL1."
)
INSIDE = "The inner sphere is inside the outer one, so no plane separates them."
SPHERES_HOW = (
    "The two leading components of kernel PCA, with negative eigenvalues kept and features in [0, 1] (Huang et al. "
    "2017, figure 1). With the right bandwidth, RBF also separates the spheres."
)
RHO_HELP = (
    "TL1 is max(ρ − ‖u − v‖₁, 0). The reach ρ is a share of the largest L1 distance, which is the number of features. "
    "With a small reach, only neighbours count; with a large one, the kernel is linear in the distance."
)
_kernel_pca = cached(entries=128)(spheres_view)


def _spheres(value: ui.Value) -> list[Block]:
    """The spheres in 3-D, and two components of kernel PCA under three kernels."""
    reach = "Reach ρ of TL1, as a share of the largest L1 distance"
    rho = value(ui.Control("rho", reach, "slider", RHOS, 0.2, RHO_HELP))
    sigma = value(ui.Control("sphere_sigma", "Bandwidth of RBF", "slider", SIGMAS, 0.2))
    data = samples.spheres()
    draw, alt = partial(scatter_3d, data.X, data.y), "Two concentric spheres, one class each"
    drawn = [ui.Figure("spheres_3d", draw, alt, "The data", INSIDE)]
    kernels: dict[SphereKernel, tuple[str, float]] = {
        "tl1": ("TL1 kernel (indefinite)", rho),
        "linear": ("Linear kernel", 1.0),
        "rbf": ("RBF kernel", sigma),
    }
    for kernel, (name, setting) in kernels.items():
        found = _kernel_pca(data, kernel, float(setting))
        first, second = (
            f"component {k}{' (λ < 0)' if sign < 0 else ''}" for k, sign in enumerate(found.signs, 1)
        )
        look = partial(figures.embedding, found.points, data.y, titles=(first, second), height=340)
        alt = f"Two components of kernel PCA: {name}"
        said = f"A straight line reaches an accuracy of {found.separated:.0%}."
        drawn.append(ui.Figure(f"spheres_{kernel}", look, alt, name, said))
    return [ui.Columns(([drawn[0]], [drawn[1]])), ui.Columns(([drawn[2]], [drawn[3]]))]


VIEWS: dict[str, Callable[[KernelMatrix], list[Block]]] = {
    EIGENVALUES: lambda state: [ui.Live("signs", partial(_spectrum, state))],
    PARTS: _parts,
    FIXES: _fixes,
    PAYS: does_it_pay,
    SPHERES: lambda state: [Text(QUESTION), ui.Live("spheres", _spheres), Text(SPHERES_HOW, "caption")],
}
