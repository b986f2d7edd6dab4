"""The tab "Indefinite" of the page "Matrix": negative eigenvalues, what correcting them costs, and whether they help.

UI floor.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import number, p_value, share
from askcore.datasets import DataError, samples
from askcore.experiments.comparison.kinds import KERNEL_KINDS, ThreeKinds
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
from askcore.figures import Theme
from askcore.figures.bars import energy_shares
from askcore.figures.histograms import distance_histogram
from askcore.figures.parts.classes import class_names
from askcore.figures.parts.theme import PALETTES, role_colours
from askcore.figures.samples import scatter_3d
from askcore.figures.scores import accuracy_rows
from askcore.ui import components
from askcore.ui.blocks import (
    Action,
    Block,
    Columns,
    Control,
    Download,
    Figure,
    Live,
    Metric,
    Run,
    Table,
    Text,
    Value,
)
from askcore.ui.guard import learnable
from askcore.ui.pages.matrix.results import JOB, KernelMatrix, KindsPlan, spheres
from askcore.ui.text.words import FAR_BELOW, plain, reversed_below_chance
from askcore.ui.url_state import current_value, one_of

LEADING = 12  # coordinates of which two are drawn
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
    return Control(
        "indefinite_details", "Shown", "choice", (EIGENVALUES, PARTS, FIXES, PAYS, SPHERES), EIGENVALUES
    )


def opened() -> str:
    """What the tab shows now."""
    control = view_control()
    return str(current_value(control.key, control.default, one_of(control.options)))


def tab(state: KernelMatrix) -> list[Block]:
    """Whether K is indefinite, and one of the views."""
    views = {
        EIGENVALUES: _eigenvalues,
        PARTS: _parts,
        FIXES: _fixes,
        PAYS: _pays,
        SPHERES: lambda _: _spheres(),
    }
    return [
        Text(verdict(state)),
        *_cards(state),
        *_other_kernel(state),
        view_control(),
        *views[opened()](state),
    ]


def name_of(state: KernelMatrix) -> str:
    """K, or its symmetric part."""
    return "the symmetric part (K + Kᵀ)/2" if state.signed().symmetrized else "K"


def verdict(state: KernelMatrix) -> str:
    """What is known of negative eigenvalues."""
    signs, signature, signed = state.summary.signs, state.summary.signature, state.signed()
    assert signs is not None
    K = name_of(state)
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


# eigenvalues --------------------------------------------------------------------------------------------------------

ENERGIES = (
    "K is K₊ − K₋ plus the skew-symmetric part, and their energies add up. Orange: the symmetric part is indefinite. "
    "Green: K is asymmetric."
)


def _eigenvalues(state: KernelMatrix) -> list[Block]:
    skew, energy = state.summary.skew, state.negative_energy
    live = Live("signs", partial(_spectrum, state))
    if energy is None:
        return [live]
    negative = energy * (1.0 - skew)
    draw = partial(energy_shares, 1.0 - skew - negative, negative, skew)
    alt = "Shares of the energy of K in K₊, in K₋ and in its skew-symmetric part"
    return [live, Figure(state.key("energy_shares"), draw, alt, "Indefinite or asymmetric?", ENERGIES)]


def _spectrum(state: KernelMatrix, value: Value) -> list[Block]:
    axis = value(Control("indefinite_axis", "Axis", "choice", ("Sizes", "Values")))
    center = bool(value(Control("centre_first", "Centre first", "switch", default=False, help=CENTRE_HELP)))
    signed, whole = state.signed(center), state.summary.whole
    values = signed.values
    if whole is not None and whole.values is not None and not center:
        values = whole.values
    sampled = "" if len(values) == signed.size else f" Of {len(values):,} sampled rows."
    u, v = signed.most_negative
    lowest = number(float(signed.squared_distances[u, v])) if u != v else ""
    pair = LOWEST.format(u=plain(state.names[u]), v=plain(state.names[v]), d=lowest) if lowest else ""
    spectrum = Figure(
        state.key("signed_spectrum"),
        partial(figures.signed_spectrum, values, logarithmic=axis == "Sizes"),
        "Eigenvalues by size; negative ones are orange diamonds",
        "Which eigenvalues are negative",
        f"They are not noise in themselves: only labels can tell whether they help.{sampled}",
    )
    distances = Figure(
        state.key("squared_distances"),
        partial(distance_histogram, signed.pair_distances),
        "How many pairs lie at each squared distance; negative ones in orange",
        "Squared distances",
        DISTANCES + pair,
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
    across, up = components.first_components(points[:, :LEADING]) if points.shape[1] > 1 else (0, 0)
    plane = np.column_stack([points[:, across], points[:, up] if across != up else np.zeros(len(points))])
    return Figure(
        state.key(f"signed_{kind}"),
        partial(
            figures.embedding,
            plane,
            labels,
            names=state.names,
            titles=(f"{kind} coordinate {across + 1}", f"{kind} coordinate {max(up, 1) + 1}"),
            classes=None if labels is None else class_names(labels),
            height=380,
        ),
        f"Samples by two of their leading {kind} coordinates",
        f"{name}, the {kind} part",
        components.skipped((across, up), state.problem.row_word, "coordinate") if across != up else "",
        samples=signed.places,
    )


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


def _fixes(state: KernelMatrix) -> list[Block]:
    if not learnable(state.current):
        return [Text(NEEDS_LABELS)]
    return [Run(state.corrected, partial(_fixed, state))]


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
    n, chance = len(ready.truth), chance_level(ready.truth)
    accuracy = np.array([one.accuracy for one in done])
    low, high = share_interval(accuracy, n)

    def draw(theme: Theme) -> Any:
        colours = {"keep": PALETTES[theme].primary}
        return accuracy_rows(
            [one.name for one in done],
            accuracy,
            low,
            high,
            colours=[colours.get(one.name, role_colours(theme)["symmetric"]) for one in done],
            symbols=["diamond" if one.name == "keep" else "circle" for one in done],
            chance=chance,
            theme=theme,
        )

    drawn = [Text(DRAWN.format(m=ready.used[0], n=n), "caption")] if ready.used != ready.samples else []
    messages = dict.fromkeys(message for one in done for message in one.messages)
    return [
        *(Text(each) for each in fixed_words(done, n, held_out=state.held_out, chance=chance)),
        *drawn,
        *(Text(plain(message), "warning") for message in messages),
        Figure("spectrum_fixes", draw, "Accuracy of LS-SVM under each correction", caption=FIXES_HOW),
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


# three kinds of kernel ----------------------------------------------------------------------------------------------

KIND_NAMES = {"definite": "positive definite", "indefinite": "indefinite", "asymmetric": "asymmetric"}
SYMBOLS = {"definite": "circle", "indefinite": "diamond", "asymmetric": "x"}
EFFORTS, FAMILIES = ("Quick", "Full"), {"tl1": "TL1", "tanh": "tanh"}
SCALED = {"unit": "in [0, 1], as published", "sidebar": "as in the settings"}
INVITED = {
    True: "Three kernels are compared: RBF (positive definite), TL1 or tanh (indefinite) and SNE (asymmetric).",
    False: "Three kernels are compared: S Sᵀ (positive definite), (S + Sᵀ)/2 (indefinite) and S itself (asymmetric). S "
    "is the matrix of the data, of a graph with rows divided by their sums.",
}
INVITED_HOW = (
    " All use LS-SVM (AsK-LS for the asymmetric one), the same splits and the same folds for tuning. The kernel of the "
    "settings is not used."
)
KINDS_HOW = (
    "{splits} random splits, {folds} inner folds. The result holds for one kernel of each kind and these labels. “Not "
    "significant” does not mean “no difference”."
)
ACCURACIES = "The mean over the splits; a bar goes from the worst split to the best."
DIFFERENCES = (
    "Right of the line, the first of the two is better. Bars are 95% intervals; where one crosses the line, the two "
    "are not significantly different."
)
KINDS_TABLE = "“Negative”: the share of the negative eigenvalues in the sum of all absolute ones."


def _kinds_controls(state: KernelMatrix) -> list[Control]:
    effort = Control(
        "kinds_effort", "Effort", "choice", EFFORTS, help="Quick: 4 splits, 2 inner folds. Full: 5 and 5."
    )
    if state.current.kind != "table":
        return [effort]
    family = Control(
        "kinds_indefinite", "Indefinite kernel", "choice", tuple(FAMILIES), titles=FAMILIES.__getitem__
    )
    scaled = Control("kinds_features", "Features", "choice", tuple(SCALED), titles=SCALED.__getitem__)
    return [effort, family, scaled]


def plan_of(state: KernelMatrix) -> KindsPlan:
    """The comparison that the controls ask for."""
    held = {
        each.key: current_value(each.key, each.options[0], one_of(each.options, each.titles))
        for each in _kinds_controls(state)
    }
    features = "unit"
    if held.get("kinds_features") == "sidebar":
        features = "standardised" if state.choice.standardise else "as they are"
    family = held.get("kinds_indefinite", "tl1")
    return KindsPlan(state.current.data.digest, family, held["kinds_effort"] != "Full", features)


def _pays(state: KernelMatrix) -> list[Block]:
    if not learnable(state.current):
        return [Text(NEEDS_LABELS)]
    plan = plan_of(state)
    row = Columns(tuple([control] for control in _kinds_controls(state)))
    try:
        offered = plan.offered(state.current.data)
    except DataError as error:
        return [row, Text(plain(error))]
    said = (
        [] if JOB.result(plan) is not None else [Text(INVITED[state.current.kind == "table"] + INVITED_HOW)]
    )
    return [row, *said, Run(offered, _kinds)]


def _kinds(result: ThreeKinds) -> list[Block]:
    finding, colon, rest = result.verdict.partition(": ")
    how = KINDS_HOW.format(splits=result.settings["n_splits"], folds=result.settings["inner_folds"])
    draw, alt = partial(_accuracies, result), "Accuracy of the three kinds of kernel"
    left = Figure("kinds_accuracy", draw, alt, "Tuned accuracy", ACCURACIES)
    draw, alt = (
        partial(_differences, result),
        "Differences in accuracy between the kinds, with their intervals",
    )
    right = Figure("kinds_differences", draw, alt, "Differences on the same splits", DIFFERENCES)
    return [
        Text(f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"),
        Text(how, "caption"),
        Columns(([left], [right])),
        Table(kinds_table(result), KINDS_TABLE),
        Download("Every split (CSV)", lambda: result.table, "three_kinds.csv"),
    ]


def kinds_table(result: ThreeKinds) -> pd.DataFrame:
    """One row for each kind."""
    return pd.DataFrame(
        [
            {
                "kind": KIND_NAMES[row["kind"]],
                "kernel": row["label"],
                "accuracy": f"{100 * row['mean']:.1f} ± {100 * row['std']:.1f}%",
                "chosen most often": row["chosen"],
                "eigenvalues +, −": f"{row['positive']:,} · {row['negative']:,}",
                "negative": share(row["negative_share"]),
                "skew-symmetric ratio": f"{row['skew_ratio']:.2g}",
            }
            for row in result.kinds.to_dict(orient="records")
        ]
    )


def _kind_colours(theme: Theme) -> dict[str, str]:
    roles = role_colours(theme)
    colours = (PALETTES[theme].primary, roles["target"], roles["merged"])
    return dict(zip(KERNEL_KINDS, colours, strict=True))


def _accuracies(result: ThreeKinds, theme: Theme) -> Any:
    by = result.table.groupby("kind")[result.settings["metric"]]
    low, high, kinds = by.min(), by.max(), result.kinds.set_index("kind")
    return accuracy_rows(
        [f"{KIND_NAMES[kind]}: {kinds.loc[kind, 'label']}" for kind in KERNEL_KINDS],
        [kinds.loc[kind, "mean"] for kind in KERNEL_KINDS],
        [low[kind] for kind in KERNEL_KINDS],
        [high[kind] for kind in KERNEL_KINDS],
        colours=[*_kind_colours(theme).values()],
        symbols=[SYMBOLS[kind] for kind in KERNEL_KINDS],
        bar="over the splits",
        theme=theme,
    )


def _differences(result: ThreeKinds, theme: Theme) -> Any:
    rows, colours = result.differences.to_dict(orient="records"), _kind_colours(theme)
    return accuracy_rows(
        [f"{KIND_NAMES[row['first']]} − {KIND_NAMES[row['second']]}" for row in rows],
        *([row[name] for row in rows] for name in ("mean", "low", "high")),
        colours=[colours[row["first"]] for row in rows],
        symbols=[SYMBOLS[row["first"]] for row in rows],
        difference=True,
        theme=theme,
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


def _spheres() -> list[Block]:
    """The spheres in 3-D, and two components of kernel PCA under three kernels."""
    data = samples.spheres()

    def body(value: Value) -> list[Block]:
        rho = value(
            Control("rho", "Reach of TL1, a share of the largest L1 distance", "slider", RHOS, 0.2, RHO_HELP)
        )
        sigma = value(Control("sphere_sigma", "Bandwidth of RBF", "slider", SIGMAS, 0.2))
        drawn = Figure(
            "spheres_3d",
            partial(scatter_3d, data.X, data.y, height=380),
            "Two concentric spheres, one class each",
            "The data",
            "The inner sphere is inside the outer one, so no plane separates them.",
        )
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
    return Figure(
        f"spheres_{kernel}",
        partial(figures.embedding, found.points, data.y, titles=(across, up), height=340),
        f"Two components of kernel PCA with the {KERNELS[kernel]}",
        KERNELS[kernel],
        f"A straight line classifies {found.separated:.0%} correctly: the kernel {means}.",
    )
