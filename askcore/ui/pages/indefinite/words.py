"""What the page "Indefinite kernels" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from askcore._format import count, number, share, uncapitalised, uncertain
from askcore.experiments import Definiteness, Entries, neighbour_score
from askcore.experiments.comparison.kinds import ThreeKinds
from askcore.experiments.matrix.fixes import FixedSpectrum, PreparedFixes
from askcore.experiments.matrix.signed import SignedPair, SignedParts, signed_pair
from askcore.ui.words import NEARLY, plain

__all__ = [
    "HOW_NAMES",
    "KIND_NAMES",
    "against",
    "both_see",
    "broken",
    "clipped",
    "distances",
    "drawn_alone",
    "energy_of",
    "fix_line",
    "fixes",
    "kinds_done_how",
    "kinds_invitation",
    "kinds_verdict",
    "looked_at",
    "pair",
    "samples_drawn",
    "shifts",
    "signs_and_order",
    "verdict",
]

HOW_NAMES = {"mean": "(K + Kᵀ)/2", "KKt": "K Kᵀ", "KtK": "Kᵀ K"}
FEW = 5  # fewer decisions that differ cannot pass a sign test at 5 %, whatever they are


def looked_at(found: SignedParts, entries: Entries, whole: Definiteness | None = None) -> str:
    """Which matrix this is about: K itself, or a symmetrisation, and how asymmetric K was; what was drawn."""
    said = []
    if found.symmetrized:
        kept = {
            "mean": "the skew part is left out",
            "KKt": "it compares samples by their rows",
            "KtK": "it compares samples by their columns",
        }[found.symmetrized]
        said.append(
            f"K is **asymmetric**: {share(entries.skew_share)} of its energy is skew. Looked at is "
            f"{HOW_NAMES[found.symmetrized]}; {kept}."
        )
    if found.centred:
        said.append("Row and column means were taken away first, as LS-SVM and kernel PCA do.")
    if not found.whole:
        drawn = f"{len(found.places):,} of {found.size:,} samples, drawn at random (seed 0)."
        if whole is None:
            said.append(f"All figures are those of {drawn}")
        else:
            said.append(f"{_how_known(whole, found.size)} Coordinates and distances are those of {drawn}")
    return " ".join(said)


def _how_known(whole: Definiteness, n: int) -> str:
    """Where the figures of all samples come from, and how sure they are."""
    if whole.sums is None:
        return f"Eigenvalues, energy and lowest eigenvalue are of all {n:,} samples."
    energy = whole.sums.negative_energy
    sure = f" (± {share(2 * energy.error, 2)})" if energy.error > 0 else ""
    return (
        f"Counts and energy{sure} are estimated from products of all of K with {whole.sums.probes} random vectors, "
        "± is two standard errors; the lowest and the largest eigenvalue were computed."
    )


def verdict(found: SignedParts, whole: Definiteness | None = None, *, table: bool) -> str:
    """Whether Mercer's condition holds, which part breaks it, and what becomes of distances.

    ``whole`` is of all samples where ``found`` is of some; None: it is not known, or not needed.
    """
    name = f"{HOW_NAMES[found.symmetrized]}" if found.symmetrized else "This kernel matrix"
    if found.symmetrized in ("KKt", "KtK") and (found.definiteness == "positive" or not found.whole):
        return (
            f"{name} **keeps Mercer's condition by construction**: a matrix times its transpose has no negative "
            "eigenvalue. The price is that every singular value of K is squared."
        )
    if not found.whole and whole is None:
        return _verdict_of_part(found, name)
    if whole is not None and whole.words is None:
        return (
            f"Whether {uncapitalised(name)} keeps Mercer's condition is **not known for certain**: no negative "
            f"eigenvalue was found among all {found.size:,}, the smallest is about {number(whole.smallest)}. Products "
            "alone do not prove that there is none."
            if whole.smallest > -whole.largest
            else f"{name} **breaks Mercer's condition**: no positive eigenvalue was found among all {found.size:,}, "
            f"the lowest is about {number(whole.smallest)}."
        )
    q, n = (found.signature[1], len(found.values)) if whole is None else (0, found.size)
    if whole is not None and whole.signature is not None:
        q = whole.signature[1]
    kind = found.definiteness if whole is None or whole.words is None else whole.words.split()[0]
    if kind == "zero":
        skew = (
            " K is skew-symmetric: averaged with its transpose nothing is left."
            if found.symmetrized == "mean"
            else ""
        )
        return f"**Every eigenvalue is zero**, so there is no part of either sign to look at.{skew}"
    if kind == "indefinite":
        lowest = "" if whole is None else f" The lowest is **{number(whole.lowest)}** of the largest in size."
        return f"{name} **breaks Mercer's condition**: {_negative(found, whole)}.{lowest} {_pairs(found)}"
    if kind == "negative":
        return (
            f"{name} breaks Mercer's condition **throughout**: all {q:,} eigenvalues that are not zero are negative, "
            "so its negative is an inner product. Turn its sign, and an ordinary kernel is left."
        )
    centred = (
        " That is so after centring; K itself may have a negative eigenvalue, which the means carry."
        if found.centred
        else ""
    )
    other = (
        " To see it broken, choose tanh or TL1 as the kernel."
        if table
        else " To see it broken, open “Two spheres” below."
    )
    none = f"none of its {n:,} eigenvalues is negative" if n > 1 else "its one eigenvalue is positive"
    return (
        f"{name} **keeps Mercer's condition**: {none}, so it is an inner product "
        f"of features, and every distance is real.{centred}{other}"
    )


def _negative(found: SignedParts, whole: Definiteness | None) -> str:
    """How many eigenvalues are negative and what they hold: exact, estimated, or as far as products tell."""
    if whole is None or whole.sums is None:
        q, n = (
            (found.signature[1], len(found.values))
            if whole is None
            else ((whole.signature or (0, 0, 0))[1], found.size)
        )
        negative = "is negative and holds" if q == 1 else "are negative and hold"
        return f"**{q:,} of {n:,}** eigenvalues {negative} **{share(energy_of(found, whole))}** of its energy"
    energy = f"about **{share(energy_of(found, whole))}** of its energy"
    sums = whole.sums
    if whole.negative is not None:
        return (
            f"**{uncertain(*whole.negative)} of {found.size:,}** eigenvalues are negative (estimated from "
            f"{sums.probes} random vectors) and hold {energy}"
        )
    beside = f"{share(sums.beside_zero, 0)} of all {found.size:,} lie so near to zero that their signs are not known"
    return f"negative eigenvalues hold {energy}. How many there are is not known: {beside}"


def energy_of(found: SignedParts, whole: Definiteness | None) -> float:
    """Share of the negative eigenvalues in the energy, of all samples where that is known."""
    known = None if whole is None else whole.negative_energy
    return found.negative_energy if known is None else known.value


def _verdict_of_part(found: SignedParts, name: str) -> str:
    """Of a part alone: what it proves for the whole (interlacing), and what it cannot tell."""
    _, q, _ = found.signature
    n, size = len(found.values), found.size
    cannot = (
        f"A part cannot tell how many of all {size:,} eigenvalues are negative, how low the lowest lies or how much "
        "energy they hold."
    )
    if q:
        most = "at least one eigenvalue" if q == 1 else f"at least **{q:,}** of its {size:,} eigenvalues"
        verb = "is" if q == 1 else "are"
        return (
            f"{name} **breaks Mercer's condition**: {most} {verb} negative, as many as on {n:,} samples drawn at "
            f"random. {cannot} {_pairs(found)}"
        )
    return (
        f"Whether {uncapitalised(name)} keeps Mercer's condition is **not known**: on {n:,} samples drawn at "
        f"random of {size:,} no eigenvalue is negative. {cannot}"
    )


def _pairs(found: SignedParts) -> str:
    d = found.pair_distances
    below = int((d < 0).sum())
    drawn = "" if found.whole else f" among the {len(found.places):,} samples drawn"
    if not below:
        nowhere = ": nowhere does K₋ outweigh K₊" if found.whole else ""
        return f"No pair{drawn} is at a negative squared distance{nowhere}."
    return f"**{share(below / len(d))}** of all pairs{drawn} lie at a **negative squared distance**."


def distances(found: SignedParts, names: Sequence[str]) -> str:
    """The lowest squared distance, in words with its two parts."""
    u, v = found.most_negative
    if u == v:
        return "There is no pair to measure."
    return pair(signed_pair(found, u, v), names[u], names[v])


def pair(found: SignedPair, u: str, v: str) -> str:
    """Two samples at their squared distance: why it is negative, zero or positive."""
    u, v = plain(u), plain(v)
    if found.u == found.v:
        return f"You chose **{u}** twice: a sample is at squared distance 0 from itself."
    lead = f"**{u}** and **{v}** are at squared distance **{number(found.squared)}**"
    sum_ = f"{number(found.plus)} in the positive part less {number(found.minus)} in the negative part"
    if found.squared < 0:
        return (
            f"{lead}: {sum_}. What tells them apart lies mostly where eigenvalues are negative, and there a difference "
            "counts as nearness: K calls the two more alike to each other than each is, on average, to itself."
        )
    if found.squared == 0:
        if found.plus <= NEARLY:
            return f"{lead}: K cannot tell the two apart."
        return f"{lead}: {sum_}. They differ in both parts, and the two differences cancel."
    if found.minus <= NEARLY * found.plus:
        return f"{lead}. The negative part takes nothing off it: an ordinary distance."
    return (
        f"{lead}: {sum_}. The negative part takes {share(found.minus / found.plus)} off; where it took off more than "
        "there is, the square would be negative."
    )


def drawn_alone(found: SignedParts) -> str:
    """What a figure of some eigenvalues does not show."""
    return (
        f" These are the eigenvalues of the {len(found.places):,} samples drawn, taken alone: those of all "
        f"{found.size:,} are others."
    )


def clipped(found: SignedParts, whole: Definiteness | None = None) -> str:
    """What clipping would throw away."""
    if not broken(found, whole):
        return "Clipping would throw nothing away: there is no negative eigenvalue."
    d = found.pair_distances
    below = int((d < 0).sum())
    rest = ", so that none is negative any more" if below else ""
    if found.whole or whole is None:
        coordinates = f"{count(found.signature[1], 'coordinate')} of every sample and "
    else:
        known = whole.negative
        coordinates = "" if known is None else f"{uncertain(*known)} coordinates of every sample and "
    drawn = "" if found.whole or whole is not None else " of the part drawn"
    return (
        f"**Clipping throws K₋ away**: {coordinates}{share(energy_of(found, whole))} of "
        f"the energy{drawn}. Every squared distance grows by what K₋ takes off{rest}."
    )


def broken(found: SignedParts, whole: Definiteness | None) -> bool:
    """Whether a negative eigenvalue is known of."""
    return found.signature[1] > 0 or (whole is not None and whole.lowest < 0)


def both_see(plus: np.ndarray, minus: np.ndarray, labels: np.ndarray | None) -> str:
    """Whether the negative part carries classes, with chance beside it."""
    if not minus.shape[1]:
        return "There is no negative part, so nothing that clipping could throw away."
    if not plus.shape[1]:
        return "There is no positive part: all that K sees lies in the negative one."
    scores = [neighbour_score(points, labels) for points in (plus, minus)]
    if scores[0] is None or scores[1] is None or labels is None:
        return (
            "Without labels nothing says which part matters. Look whether the negative part shows groups or a cloud "
            "around zero, as noise would."
        )
    known = labels[labels != ""] if labels.dtype.kind == "U" else labels
    chance = float(np.unique(known, return_counts=True)[1].max() / len(known))
    n = len(known)
    error = float(np.sqrt(chance * (1 - chance) / n))
    lead = (
        f"By the 5 nearest others, K₊ puts **{scores[0]:.0%}** and K₋ **{scores[1]:.0%}** of the {n:,} labelled "
        f"samples in their class (always naming the largest class: {chance:.0%})."
    )
    if scores[1] > chance + 2 * error:
        return (
            f"{lead} **The negative part knows something of the classes**, which clipping would throw away."
        )
    return f"{lead} **By this measure the negative part tells no more of the classes than guessing does.**"


def fixes(found: Sequence[FixedSpectrum], n: int, *, held_out: bool, same: bool) -> str:
    """What the corrections change against K as it is."""
    keep, others = found[0], found[1:]
    if same:
        return (
            f"Nothing here is negative, so **clip, flip and shift change nothing**: all decide as K as it is, "
            f"**{keep.accuracy:.1%}** of {n:,} samples right. Only square is another kernel."
        )
    kind = "held-out samples" if held_out else "training samples (a fit, no prediction)"
    best = max(others, key=lambda one: one.accuracy)
    lead = f"As it is, K gets **{keep.accuracy:.1%}** of {n:,} {kind} right; "
    changed = [one for one in others if one.differ]
    if not changed:
        return f"{lead}**no correction changes a single decision**: here the negative part does not matter."
    if best.accuracy > keep.accuracy:
        lead += f"**{best.name}** is best of the corrections with **{best.accuracy:.1%}**, {_tested(best)}"
    elif best.accuracy == keep.accuracy:
        lead += f"**{best.name}** is best of the corrections and **no better**, with {best.accuracy:.1%}"
    else:
        lead += f"every correction is **worse**; the best, **{best.name}**, gets {best.accuracy:.1%}, {_tested(best)}"
    return f"{lead}."


def fix_line(one: FixedSpectrum, n: int) -> str:
    """One correction in words."""
    if not one.differ:
        return f"**{one.name}** decides every sample as K as it is."
    neither = one.differ - one.gained - one.lost
    other = f", {neither} wrong both times" if neither else ""
    return (
        f"**{one.name}** decides {one.differ:,} of {n:,} samples otherwise: {one.gained} right that were wrong, "
        f"{one.lost} wrong that were right{other}. {_tested(one).capitalize()}."
    )


def _tested(one: FixedSpectrum) -> str:
    contested = one.gained + one.lost
    if contested < FEW + 1:
        return "too few that differ to tell it from chance"
    sure = "more than chance would do" if one.p < 0.05 else "within what chance does"
    return f"{sure} (sign test over {contested} samples, p = {one.p:.2g})"


def samples_drawn(ready: PreparedFixes) -> str:
    """How many of the samples were used, where not all."""
    (m, n), (every_m, every_n) = ready.used, ready.samples
    return (
        f"Five decompositions of all would take minutes: {m:,} of {every_m:,} training and {n:,} of {every_n:,} test "
        "samples, drawn by class, stand for them."
    )


def shifts(found: SignedParts, name: str, whole: Definiteness | None = None) -> str:
    """How far a correction moves the matrix, as a share of its norm."""
    norm = float(np.linalg.norm(found.values)) or 1.0
    n, lowest = len(found.values), float(-found.negative.min(initial=0.0))
    if whole is not None and whole.energy:
        n, norm, lowest = found.size, float(np.sqrt(whole.energy)), max(-whole.smallest, 0.0)
    negative = float(np.sqrt(energy_of(found, whole)))
    moved = {"keep": 0.0, "clip": negative, "flip": 2 * negative, "shift": lowest * float(np.sqrt(n)) / norm}
    return "another kernel" if name == "square" else share(moved[name])


def signs_and_order(found: SignedParts, entries: Entries, whole: Definiteness | None = None) -> list[str]:
    """How an indefinite kernel differs from an asymmetric one, on this very matrix."""
    q = broken(found, whole)
    of_mean = found.symmetrized in ("", "mean")
    looked = "(K + Kᵀ)/2" if found.symmetrized else "K"
    hold = f"{_eigenvalues(found, whole)} {share(energy_of(found, whole))}"
    negative = f"here {hold} of the energy of {looked}" if q else "here there are none"
    skew = 0.0 if entries.is_symmetric else entries.skew_share
    said = [
        f"**Indefinite** is about signs: K(u, v) = K(v, u), but some eigenvalues are negative "
        f"({negative if of_mean else 'K Kᵀ and Kᵀ K have none'}). A sample has **one** place, whose coordinates carry "
        "two signs; what breaks is the length, and a squared distance may be negative.",
        f"**Asymmetric** is about order: K(u, v) ≠ K(v, u); here {share(skew)} of the energy of K is skew. A sample "
        "has **two** places, one as a row and one as a column; what breaks is that the two agree. LS-SVM needs AsK-LS "
        "for that, kernel PCA needs KSVD.",
    ]
    if entries.is_symmetric:
        said.append(
            "This K is symmetric, so LS-SVM takes it as it is, indefinite or not, and both views of AsK-LS would be "
            "one."
        )
    elif q and of_mean:
        said.append(
            "This K is **both**: averaging it with its transpose removes the skew part and leaves an indefinite "
            "matrix. To say whether the skew part is worth keeping, run “Does it pay?”."
        )
    elif of_mean:
        said.append(
            "This K is asymmetric only: its symmetric part keeps Mercer's condition, so direction is all that sets it "
            "apart."
        )
    else:
        said.append(
            "This K is asymmetric; a product with its transpose hides what signs its symmetric part has. Choose "
            "(K + Kᵀ)/2 in the sidebar to see them."
        )
    return said


def _eigenvalues(found: SignedParts, whole: Definiteness | None) -> str:
    """ "3 eigenvalues hold", as many as are known of."""
    if whole is not None:
        known = whole.negative
        return "they hold" if known is None else f"{uncertain(*known)} eigenvalues hold"
    q = found.signature[1]
    return f"{count(q, 'eigenvalue')} {'holds' if q == 1 else 'hold'}"


KIND_NAMES = {"definite": "positive definite", "indefinite": "indefinite", "asymmetric": "asymmetric"}


_FEATURES = {
    "unit": "features scaled to [0, 1], as published",
    "standardised": "features with unit variance, as in the sidebar",
    "as they are": "features in their own units, as in the sidebar",
}


def kinds_invitation(features: str | None) -> str:
    """What will be compared; ``features`` of a table, as in ``three_kinds``."""
    what = (
        f"RBF (positive definite), TL1 or tanh (indefinite) and SNE (asymmetric), {_FEATURES[features]}"
        if features
        else "S Sᵀ (positive definite), (S + Sᵀ)/2 (indefinite) and S itself (asymmetric), S being the matrix; of a "
        "graph, links with every row divided by its sum"
    )
    return (
        f"**Does an indefinite kernel pay on these data, and does an asymmetric one?** {what}: the same LS-SVM (AsK-LS "
        "for the asymmetric one), the same splits, each tuned by the same inner folds. The kernel in the sidebar does "
        "not enter."
    )


def kinds_verdict(result: ThreeKinds) -> str:
    """The verdict, its first finding in bold."""
    finding, colon, rest = result.verdict.partition(": ")
    return f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"


def kinds_done_how(result: ThreeKinds, *, quick: bool, features: str | None = None) -> str:
    """How much work stands behind it, and what not to conclude."""
    s = result.settings
    n = len(s["kernels"]["indefinite"]["members"])
    width = f", {n} parameters of the indefinite family" if n > 1 else ""
    rough = " A quick look: few splits make wide intervals; “Full” narrows them." if quick else ""
    scaled = f", {_FEATURES[features]}" if features else ""
    return (
        f"{s['n_splits']} random splits, {s['inner_folds']} inner folds{width}{scaled}.{rough} This is about one "
        "kernel of each kind and these labels; “not shown” is not “absent”."
    )


def against(first: str, second: str) -> str:
    """Which two are compared.

    Examples
    --------
    >>> against("indefinite", "definite")
    'indefinite − positive definite'
    """
    return f"{KIND_NAMES[first]} − {KIND_NAMES[second]}"
