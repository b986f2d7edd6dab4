"""The tab "Indefinite" of the page "Matrix": negative eigenvalues, the cost of correcting them, whether they help."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import listed, number, p_value, share
from askcore.datasets import DataError, samples
from askcore.experiments.matrix.fixes import (
    FixedSpectrum,
    FixOutcome,
    PreparedFixes,
    fix_verdict,
    share_interval,
    spectrum_fixes,
)
from askcore.experiments.matrix.reading import Signs
from askcore.experiments.matrix.signed import SignedParts
from askcore.experiments.scores import chance_level
from askcore.experiments.spectra.compared import neighbour_score
from askcore.experiments.spectra.reading import held_by_few
from askcore.figures.bars import energy_shares
from askcore.figures.histograms import distance_histogram
from askcore.figures.parts.classes import class_names
from askcore.figures.samples import scatter_3d
from askcore.figures.scores import accuracy_rows
from askcore.ui.blocks import (
    Action,
    Block,
    Columns,
    Control,
    Download,
    Live,
    Metric,
    Run,
    Step,
    Table,
    Text,
    Value,
)
from askcore.ui.charts.plots import plotted
from askcore.ui.guard import learnable
from askcore.ui.pages.matrix.kinds import does_it_pay
from askcore.ui.pages.matrix.results import KernelMatrix, spheres
from askcore.ui.text.snippet import INDEFINITE
from askcore.ui.text.words import FAR_BELOW, plain, reversed_below_chance
from askcore.ui.url_state import current_value, one_of

LEADING = 12  # coordinates of which two are drawn
KEPT = 50  # coordinates of either sign in the file
EIGENVALUES, PARTS, FIXES, PAYS, SPHERES = (
    "Eigenvalues",
    "K₊ and K₋",
    "Clip, flip, square, shift",
    "Does it pay?",
    "Two spheres",
)

SENTENCES = {
    Signs.POSITIVE: "**No eigenvalue of {K} is negative:** it is a Mercer kernel, and no squared distance is negative.",
    Signs.NEGATIVE: "**No eigenvalue of {K} is positive:** change the sign of K to get a Mercer kernel.",
    Signs.INDEFINITE: "**{K} is not a Mercer kernel:** {count} eigenvalues are negative{energy}.",
    Signs.NOT_POSITIVE: "**{K} is not a Mercer kernel:** it has negative eigenvalues.",
    Signs.ZERO: "**{K} is zero:** there are no eigenvalues to look at.",
    Signs.UNKNOWN: "**Not known:** no negative eigenvalue of {K} was found, which does not prove that there is none.",
}
SAMPLED = " Coordinates and distances are of {rows:,} of {n:,} rows, sampled at random."
NEEDS_LABELS = "This needs labels. Add them under “Labels” in the settings."


def view_control() -> Control:
    """What the tab shows."""
    return Control("indefinite_details", "Shown", "choice", tuple(VIEWS), EIGENVALUES)


def tab(state: KernelMatrix) -> list[Block]:
    """Whether K is indefinite, and one of the views."""
    control = view_control()
    view = str(current_value(control.key, control.default, one_of(control.options)))
    return [
        Text(verdict(state)),
        *_cards(state),
        *_other_kernel(state),
        *_files(state),
        Step(SIGNS_CODE, (INDEFINITE,)),
        control,
        *VIEWS[view](state),
    ]


SIGNS_CODE = """parts = signed_parts(problem.operator)
print("Negative energy:", parts.negative_energy)
print("Lowest over largest:", parts.lowest)
print("Negative squared distances:", (parts.pair_distances < 0).mean())
# coordinates of either sign: parts.K is plus @ plus.T - minus @ minus.T
plus, minus = parts.coordinates(1), parts.coordinates(-1)"""


def verdict(state: KernelMatrix) -> str:
    """What is known of negative eigenvalues."""
    signs, signature, signed = state.summary.signs, state.summary.signature, state.signed()
    assert signs is not None
    K = "the symmetric part (K + Kᵀ)/2" if signed.symmetrized else "K"
    count = "some" if signature is None else f"{signature[1]:,} of {sum(signature):,}"
    held = "" if state.negative_energy is None else f" and hold {share(state.negative_energy)} of its energy"
    sampled = "" if signed.whole else SAMPLED.format(rows=len(signed.places), n=signed.size)
    return SENTENCES[signs].format(K=K, count=count, energy=held).replace("**t", "**T", 1) + sampled


def _cards(state: KernelMatrix) -> list[Block]:
    signed, whole, energy = state.signed(), state.summary.whole, state.negative_energy
    d, sampled = signed.pair_distances, "" if signed.whole else " of sampled rows"
    lowest = signed.lowest if whole is None else whole.lowest
    below = share(float((d < 0).mean())) if len(d) else "none"
    return [
        Metric("Negative energy", "not known" if energy is None else share(energy), HELP["energy"]),
        Metric("Lowest over largest", number(lowest), HELP["lowest"]),
        Metric(f"Negative squared distances{sampled}", below, HELP["distances"]),
    ]


HELP = {
    "energy": "The sum of the squared negative eigenvalues over that of all. Clipping removes it.",
    "lowest": "The lowest eigenvalue over the largest absolute value. Below 0: not a Mercer kernel.",
    "distances": "The share of all pairs with K(u, u) + K(v, v) < K(u, v) + K(v, u).",
}


def _other_kernel(state: KernelMatrix) -> list[Block]:
    if state.current.kind != "table" or state.summary.signs is not Signs.POSITIVE:
        return []
    return [Action("try_indefinite", "Try the tanh kernel, which is indefinite", {"kernel": "tanh"})]


def _files(state: KernelMatrix) -> list[Download]:
    few = f"Up to {KEPT} of either sign."
    return [
        Download("Coordinates (CSV)", partial(coordinates, state), "coordinates.csv", few, at_end=True),
        Download("Squared distances (CSV)", partial(distances, state), "squared_distances.csv", at_end=True),
    ]


def coordinates(state: KernelMatrix) -> pd.DataFrame:
    """Name and leading coordinates of every sample; "+1" is the first of positive sign."""
    table: dict[str, object] = {"sample": state.names}
    for sign, mark in ((1, "+"), (-1, "-")):
        for j, column in enumerate(state.signed().coordinates(sign)[:, :KEPT].T, 1):
            table[f"{mark}{j}"] = column
    return pd.DataFrame(table)


def distances(state: KernelMatrix) -> pd.DataFrame:
    """Squared distances with names."""
    return pd.DataFrame(np.asarray(state.signed().squared_distances), state.names, state.names)


# eigenvalues --------------------------------------------------------------------------------------------------------

ENERGIES = (
    "K is K₊ − K₋ plus the skew-symmetric part, and their energies add up. Orange: the symmetric part is indefinite. "
    "Green: K is asymmetric."
)


def _eigenvalues(state: KernelMatrix) -> list[Block]:
    skew, energy, found = (
        state.summary.skew,
        state.negative_energy,
        [Live("signs", partial(_spectrum, state))],
    )
    if energy is None:
        return [*found]
    negative = energy * (1.0 - skew)
    key, alt = (
        state.key("energy_shares"),
        "Shares of the energy of K in K₊, in K₋ and in its skew-symmetric part",
    )
    shares = 1.0 - skew - negative, negative, skew
    return [*found, plotted(key, alt, "Indefinite or asymmetric?", ENERGIES, energy_shares, *shares)]


def _spectrum(state: KernelMatrix, value: Value) -> list[Block]:
    axis = value(Control("indefinite_axis", "Axis", "choice", ("Sizes", "Values")))
    center = bool(value(Control("centre_first", "Centre first", "switch", default=False, help=CENTRE_HELP)))
    signed, whole = state.signed(center), state.summary.whole
    values = signed.values
    if whole is not None and whole.values is not None and not center:
        values = whole.values
    sampled = "" if len(values) == signed.size else f" Of {len(values):,} sampled rows."
    u, v = signed.most_negative
    lowest = number(float(signed.squared_distances[u, v]))
    pair = LOWEST.format(u=plain(state.names[u]), v=plain(state.names[v]), d=lowest) if u != v else ""
    spectrum = plotted(
        state.key("signed_spectrum"),
        "Eigenvalues by size; negative ones are orange diamonds",
        "Which eigenvalues are negative",
        f"They are not noise in themselves: only labels can tell whether they help.{sampled}",
        figures.signed_spectrum,
        values,
        logarithmic=axis == "Sizes",
    )
    distances = plotted(
        state.key("squared_distances"),
        "How many pairs lie at each squared distance; negative ones in orange",
        "Squared distances",
        DISTANCES + pair,
        distance_histogram,
        signed.pair_distances,
    )
    return [Columns(([spectrum], [distances]))]


DISTANCES = "The squared distance K(u, u) + K(v, v) − K(u, v) − K(v, u) of each pair."
LOWEST = " Lowest: {u} and {v}, {d}."
CENTRE_HELP = (
    "Subtracts row and column means, as LS-SVM and kernel PCA do. Distances do not change. If no eigenvalue is "
    "negative then, K is called conditionally positive definite."
)


# both parts ---------------------------------------------------------------------------------------------------------

SEEN = {
    "none": "There is no negative part, so clipping changes nothing.",
    "only": "There is no positive part.",
    "unlabelled": "Without labels there is no score. Groups in K₋ suggest information, one cloud around zero noise.",
    "informative": "**The negative part tells classes apart:** {scores} Clipping would remove this information.",
    "noise": "**The negative part does no better than guessing:** {scores}",
    "neither": "**Neither part is clearly better than guessing:** {scores}",
}
SCORES = (
    "the nearest others have the same class for {minus:.0%} of the samples in K₋, {plus:.0%} in K₊ (guessing "
    "{chance:.0%})."
)
PLACES = (
    "Each point is a sample at two of its leading coordinates √|λ| u. Products of positive coordinates are added, "
    "those of negative ones subtracted."
)
SIDES = ((1, "K₊", "positive"), (-1, "K₋", "negative"))


def seen(signed: SignedParts, labels: np.ndarray | None) -> str:
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
    sides = Columns(tuple([_places(state, *side)] for side in SIDES))
    return [Text(seen(state.signed(), state.labels)), sides, Text(PLACES, "caption")]


def _places(state: KernelMatrix, sign: int, name: str, kind: str) -> Block:
    signed, labels = state.signed(), state.labels
    points = signed.coordinates(sign)
    if not points.shape[1]:
        return Text(f"No eigenvalue is {kind}.")
    across, up = first_coordinates(points[:, :LEADING])
    plane = np.column_stack([points[:, across], points[:, up] if across != up else np.zeros(len(points))])
    return plotted(
        state.key(f"signed_{kind}"),
        f"Samples by two of their leading {kind} coordinates",
        f"{name}, the {kind} part",
        skipped(across, up, state.problem.row_word),
        figures.embedding,
        plane,
        labels,
        names=state.names,
        titles=(f"{kind} coordinate {across + 1}", f"{kind} coordinate {max(up, 1) + 1}"),
        classes=None if labels is None else class_names(labels),
        height=380,
        samples=signed.places,
    )


def first_coordinates(points: np.ndarray) -> tuple[int, int]:
    """The two of the coordinates (n, r) to draw, from 0: the first that no few samples dominate, or 1 and 2."""
    spread = [j for j, few in enumerate(held_by_few(points)) if not few]
    return (spread[0], spread[1]) if len(spread) > 1 else (0, min(1, points.shape[1] - 1))


def skipped(across: int, up: int, thing: str) -> str:
    """Which coordinates before the second one that is drawn are left out; empty where none is."""
    left_out = [str(j + 1) for j in range(up) if j != across]
    said = SKIPPED[len(left_out) > 1].format(which=listed(left_out), thing=thing)
    return said if left_out else ""


SKIPPED = {
    False: "Coordinate {which} is not drawn: it is dominated by a few {thing}s and would squeeze the rest together.",
    True: "Coordinates {which} are not drawn: each is dominated by a few {thing}s and would squeeze the rest together.",
}


# corrections --------------------------------------------------------------------------------------------------------

FIXED = {
    FixOutcome.NOTHING_TO_CORRECT: "**Nothing to correct:** the training matrix has no negative eigenvalue. Accuracy "
    "is {keep} on {n:,} {samples}.",
    FixOutcome.NO_DECISION_CHANGES: "**No correction changes a decision:** accuracy is {keep} on {n:,} {samples}.",
    FixOutcome.BETTER: "**“{best}” is better:** {accuracy} of {n:,} {samples} instead of {keep} without a correction. "
    "{test}",
    FixOutcome.PERHAPS_BETTER: "**“{best}” may be better:** {accuracy} of {n:,} {samples} instead of {keep} without a "
    "correction. This may be chance. {test}",
    FixOutcome.NOT_BETTER: "**No correction is better than none:** {keep} of {n:,} {samples} without one, {accuracy} "
    "with “{best}”, the best of them. {test}",
}
MEANINGS = {
    "keep": "not changed",
    "clip": "0 where negative",
    "flip": "their absolute values",
    "square": "their squares",
    "shift": "larger by the size of the lowest",
}
FIXES_HOW = (
    "LS-SVM with the same γ, damping and split as on “Decisions”. Bars are 95% intervals of one accuracy. The best "
    "correction was chosen on these samples, so its accuracy is too optimistic."
)
FIXES_TABLE = (
    "“Change”: the norm of the change of K over the norm of K. “p”: sign test against “keep”, on the samples that one "
    "of both gets right. Square has another scale, so another γ may suit it."
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
    code = FIXES_CODE.format(model=state.model, how="mean" if state.signed().symmetrized else None)
    return [Run(state.corrected, partial(_fixed, state)), Step(code)]


def fixed_words(done: tuple[FixedSpectrum, ...], n: int, *, held_out: bool, chance: float) -> list[str]:
    """Whether a correction helps; why all may be below guessing."""
    found = fix_verdict(done)
    test = f"Sign test on {found.contested} samples: {p_value(found.p)}."
    samples = "test samples" if held_out else "training samples, which is no test"
    said = FIXED[found.outcome].format(
        keep=f"{found.keep:.0%}",
        best=found.best,
        accuracy=f"{found.accuracy:.0%}",
        n=n,
        samples=samples,
        test=test,
    )
    reversed_ = found.outcome is not FixOutcome.NOTHING_TO_CORRECT and found.keep < chance - FAR_BELOW
    return [said, *([reversed_below_chance()] if reversed_ else [])]


def _fixed(state: KernelMatrix, ready: PreparedFixes) -> list[Block]:
    done = spectrum_fixes(ready, gamma=state.model.gamma, damping=state.model.damping)
    n, chance, held_out = len(ready.truth), chance_level(ready.truth), state.split.held_out
    accuracy, keep = np.array([one.accuracy for one in done]), [one.name == "keep" for one in done]
    drawn = [Text(DRAWN.format(m=ready.used[0], n=n), "caption")] if ready.used != ready.samples else []
    messages = dict.fromkeys(message for one in done for message in one.messages)
    return [
        *(Text(each) for each in fixed_words(done, n, held_out=held_out, chance=chance)),
        *drawn,
        *(Text(plain(message), "warning") for message in messages),
        plotted(
            "spectrum_fixes",
            "Accuracy of LS-SVM under each correction",
            "",
            FIXES_HOW,
            accuracy_rows,
            [one.name for one in done],
            accuracy,
            *share_interval(accuracy, n),
            roles=["own" if each else "symmetric" for each in keep],
            symbols=["diamond" if each else "circle" for each in keep],
            chance=chance,
        ),
        Table(fixes_table(done, n), FIXES_TABLE),
    ]


def fixes_table(done: tuple[FixedSpectrum, ...], n: int) -> pd.DataFrame:
    """One row for each correction."""
    return pd.DataFrame(
        [
            {
                "correction": one.name,
                "eigenvalues become": MEANINGS[one.name],
                "change": "another scale" if one.name == "square" else share(one.change),
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


# two spheres --------------------------------------------------------------------------------------------------------

RHOS = tuple(float(f"{r:.2f}") for r in np.arange(0.05, 1.001, 0.05))
SIGMAS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0, 2.0)
KERNELS = {"linear": "Linear kernel", "rbf": "RBF kernel", "tl1": "TL1 kernel (indefinite)"}
QUESTION = (
    "Two spheres of radius 1 and 3, without noise. **Which kernel puts one class on each side of a straight line?** "
    "Move the reach ρ of TL1."
)
SEPARATED = (
    (0.95, "separates the spheres"),
    (0.65, "separates them in part"),
    (0.0, "does not separate them"),
)
SPHERES_HOW = (
    "Two leading components of kernel PCA, negative eigenvalues kept, features in [0, 1] (Huang et al. 2017, figure "
    "1). With the right bandwidth, RBF separates the spheres, too."
)
RHO_HELP = (
    "TL1 is max(reach − |u − v|₁, 0), its reach a multiple of the number of features. With a small reach only "
    "neighbours count; with a large one the kernel is linear in the distance."
)


def _spheres(state: KernelMatrix) -> list[Block]:
    """The spheres in 3-D, and two components of kernel PCA under three kernels."""
    data = samples.spheres()

    def body(value: Value) -> list[Block]:
        rho = value(
            Control("rho", "Reach of TL1, a share of the largest L1 distance", "slider", RHOS, 0.2, RHO_HELP)
        )
        sigma = value(Control("sphere_sigma", "Bandwidth of RBF", "slider", SIGMAS, 0.2))
        alt, said = (
            "Two concentric spheres, one class each",
            "The inner sphere is inside the outer one, so no plane separates them.",
        )
        drawn = plotted("spheres_3d", alt, "The data", said, scatter_3d, data.X, data.y, height=380)
        planes = [_plane("tl1", float(rho)), _plane("linear", 1.0), _plane("rbf", float(sigma))]
        return [Columns(([drawn], [planes[0]])), Columns(tuple([each] for each in planes[1:]))]

    return [Text(QUESTION), Live("spheres", body), Text(SPHERES_HOW, "caption")]


def _plane(kernel: str, value: float) -> Block:
    data = samples.spheres()
    try:
        found = spheres(data, kernel, value)
    except DataError as error:
        return Text(f"{KERNELS[kernel]}: {plain(error)}")
    means = next(words for least, words in SEPARATED if found.separated >= least)
    across, up = (f"component {k}{' (λ < 0)' if sign < 0 else ''}" for k, sign in enumerate(found.signs, 1))
    return plotted(
        f"spheres_{kernel}",
        f"Two components of kernel PCA with the {KERNELS[kernel]}",
        KERNELS[kernel],
        f"A straight line classifies {found.separated:.0%} correctly: the kernel {means}.",
        figures.embedding,
        found.points,
        data.y,
        titles=(across, up),
        height=340,
    )


VIEWS: dict[str, Callable[[KernelMatrix], list[Block]]] = {
    EIGENVALUES: _eigenvalues,
    PARTS: _parts,
    FIXES: _fixes,
    PAYS: lambda state: does_it_pay(state) if learnable(state.current) else [Text(NEEDS_LABELS)],
    SPHERES: _spheres,
}
