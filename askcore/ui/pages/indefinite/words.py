"""What the page "Indefinite kernels" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from askcore._format import (
    capitalised,
    listed,
    number,
    p_value,
    plural,
    points,
    share,
    uncapitalised,
    uncertain,
)
from askcore._scale import euclidean
from askcore.experiments.comparison.kinds import ThreeKinds
from askcore.experiments.matrix.definiteness import Definiteness, definiteness_known
from askcore.experiments.matrix.fixes import FixedSpectrum, PreparedFixes
from askcore.experiments.matrix.parts import Entries
from askcore.experiments.matrix.signed import SignedLength, SignedParts, signed_pair
from askcore.experiments.scores import chance_level
from askcore.experiments.spectra.compared import neighbour_score
from askcore.ui.text.words import FAR_BELOW, NEARLY, plain, reversed_below_chance

HOW_NAMES = {"mean": "(K + Kᵀ)/2", "KKt": "K\u00a0Kᵀ", "KtK": "Kᵀ\u00a0K"}
SYMMETRIC_PART = "Kₛ"  # K stands for K alone
FEW = 5  # fewer decisions that differ cannot pass a sign test at 5%, whatever they are


def letter(found: SignedParts) -> str:
    """What the page calls the matrix that it analyses: K where K is symmetric, Kₛ its symmetric part, P a product."""
    return {"": "K", "mean": SYMMETRIC_PART}.get(found.symmetrized, "P")


def looked_at(found: SignedParts, entries: Entries, whole: Definiteness | None = None) -> str:
    """Which matrix this is about: K itself, or a symmetrisation, and how asymmetric K was; what was drawn."""
    said = []
    if found.symmetrized:
        kept = {
            "mean": "the symmetric part",
            "KKt": "which compares samples by their rows",
            "KtK": "which compares samples by their columns",
        }[found.symmetrized]
        said.append(
            f"K itself is **asymmetric**: {share(entries.skew_share)} of its energy is in the skew-symmetric part. "
            f"This page analyses **{letter(found)} = {HOW_NAMES[found.symmetrized]}**, {kept}."
        )
    if found.unit != 1.0:
        said.append(
            f"Before this product, K was divided by {number(found.unit)}: the squares of its entries are too "
            f"{'large' if found.unit > 1 else 'small'} for a computer's numbers."
        )
    if found.centred:
        said.append("The matrix was centred first, as LS-SVM and kernel PCA do.")
    if not found.whole:
        drawn = f"{len(found.places):,} of {found.size:,} samples, chosen at random."
        if whole is None:
            said.append(f"All numbers are computed from {drawn}")
        else:
            said.append(
                f"{_how_known(whole, found.size)} Coordinates and distances are computed from {drawn}"
            )
    return " ".join(said)


def _how_known(whole: Definiteness, n: int) -> str:
    """Where the figures of all samples come from, and how sure they are."""
    if whole.sums is None:
        return f"Eigenvalues and energy are computed from all {n:,} samples."
    energy = whole.sums.negative_energy
    sure = f" (± {share(2 * energy.error, 2)})" if energy.error > 0 else ""
    return (
        f"Counts and energy{sure} are estimated from products of all of K with {whole.sums.probes} random vectors; “±” "
        "is two standard errors. The lowest and the largest eigenvalue are computed."
    )


def verdict(found: SignedParts, whole: Definiteness | None = None, *, table: bool) -> str:
    """Whether Mercer's condition holds, which part breaks it, and what becomes of distances.

    ``whole`` is of all samples where ``found`` is of some; None: it is not known, or not needed.
    """
    name = HOW_NAMES[found.symmetrized] if found.symmetrized else "This kernel matrix"
    if found.symmetrized == "mean":
        name = f"The symmetric part {name}"
    if found.symmetrized in ("KKt", "KtK") and (found.definiteness == "positive" or not found.whole):
        return (
            f"{name} is a **Mercer kernel by construction**: a matrix times its transpose has no negative eigenvalue. "
            "But the singular values of K are squared."
        )
    known = definiteness_known(found.signature, found.size, whole)
    settled = found.whole if whole is None else whole.words is not None
    if not settled and (whole is None or found.signature[1]):
        return _verdict_of_part(found, name)
    if whole is not None and not settled:
        return (
            f"Whether {uncapitalised(name)} is a Mercer kernel is **not known for certain**. No negative eigenvalue "
            f"was found among all {found.size:,}; the smallest is about {number(whole.smallest)}. This does not prove "
            "that there is none."
            if known is None
            else f"{name} is **not a Mercer kernel**: no positive eigenvalue was found among all {found.size:,}. The "
            f"lowest is about {number(whole.smallest)}."
        )
    q, n = (found.signature[1], len(found.values)) if whole is None else (0, found.size)
    if whole is not None and whole.signature is not None:
        q = whole.signature[1]
    kind = (known or "").split()[0]
    if kind == "zero":
        skew = " K is skew-symmetric, so its symmetric part is zero." if found.symmetrized == "mean" else ""
        return f"**Every eigenvalue is zero**, so there is nothing to analyse.{skew}"
    if kind == "indefinite":
        lowest = (
            ""
            if whole is None
            else f" The lowest has **{number(-whole.lowest)}** times the size of the largest."
        )
        return f"{name} is **not a Mercer kernel**: {_negative(found, whole)}.{lowest}{_pairs(found)}"
    if kind == "negative":
        return (
            f"{name} is **not a Mercer kernel**, but its negative is one: all {q:,} eigenvalues that are not zero are "
            "negative. Change the sign of K."
        )
    centred = (
        " This holds after centring. Before it, a negative eigenvalue may come from the means."
        if found.centred
        else ""
    )
    other = (
        " For an indefinite kernel, choose tanh or TL1."
        if table
        else " For an indefinite kernel, open “Two spheres” below."
    )
    none = f"none of its {n:,} eigenvalues is negative" if n > 1 else "its one eigenvalue is positive"
    return (
        f"{name} is a **Mercer kernel**: {none}, so it is an inner product of features and no squared distance is "
        f"negative.{centred}{other}"
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
    beside = f"{share(sums.beside_zero, 0)} of all {found.size:,} eigenvalues are too close to zero"
    return f"negative eigenvalues hold {energy}. How many there are is not known: {beside}"


def energy_of(found: SignedParts, whole: Definiteness | None) -> float:
    """Share of the negative eigenvalues in the energy, of all samples where that is known."""
    known = None if whole is None else whole.negative_energy
    return found.negative_energy if known is None else known.value


def _verdict_of_part(found: SignedParts, name: str) -> str:
    """Of a part alone: what it proves for the whole (interlacing), and what it cannot tell."""
    _, q, _ = found.signature
    n, size = len(found.values), found.size
    cannot = f"These samples do not tell how many of all {size:,} are negative, or how much energy they hold."
    if q:
        most = "at least one eigenvalue" if q == 1 else f"at least **{q:,}** of its {size:,} eigenvalues"
        verb = "is" if q == 1 else "are"
        return (
            f"{name} is **not a Mercer kernel**: {most} {verb} negative, as many as for {n:,} samples chosen at "
            f"random. {cannot}{_pairs(found)}"
        )
    return (
        f"Whether {uncapitalised(name)} is a Mercer kernel is **not known**: on {n:,} samples chosen at random, no "
        f"eigenvalue is negative. {cannot}"
    )


def _pairs(found: SignedParts) -> str:
    d = found.pair_distances
    below = int((d < 0).sum())
    drawn = "" if found.whole else f" among the {len(found.places):,} samples chosen at random"
    if not below:  # the figure says so
        return ""
    return f" **{share(below / len(d))}** of all pairs{drawn} are at a **negative squared distance**."


def distances(found: SignedParts, names: Sequence[str]) -> str:
    """The lowest squared distance, in words with its two parts."""
    u, v = found.most_negative
    if u == v:
        return "There is no pair: the matrix has one sample."
    return pair(signed_pair(found, u, v), names[u], names[v], letter(found))


def pair(found: SignedLength, u: str, v: str, matrix: str = "K") -> str:
    """Two samples at their squared distance: why it is negative, zero or positive; ``matrix`` is what it is called."""
    u, v = plain(u), plain(v)
    if u == v and found.squared == 0:
        return f"You chose **{u}** twice. The squared distance of a sample from itself is 0."
    lead = f"**{u}** and **{v}** are at squared distance **{number(found.squared)}**."
    sum_ = f"{number(found.plus)} in the positive part minus {number(found.minus)} in the negative part"
    if found.squared < 0:
        return (
            f"{lead} This is {sum_}. They differ mostly in coordinates with negative eigenvalues, which are "
            f"subtracted. So {matrix}(u, v) is larger than the mean of {matrix}(u, u) and {matrix}(v, v)."
        )
    if found.squared == 0:
        if found.plus <= NEARLY:
            return f"{lead} {matrix} does not distinguish the two."
        return f"{lead} This is {sum_}. They differ in both parts, and the two differences cancel."
    if found.minus <= NEARLY * found.plus:
        return f"{lead} The negative part subtracts nothing."
    return f"{lead} This is {sum_}. If the negative part were the larger one, the squared distance would be negative."


def sum_of_terms(drawn: int, of: int, part: tuple[int, int] | None = None) -> str:
    """What the terms of a squared distance add up to, and how many of them the figure has.

    ``part`` : how many samples the terms are computed from, and of how many; None for all of them.

    Examples
    --------
    >>> sum_of_terms(30, 300)
    'All 300 terms add up to the squared distance; the figure shows the 30 largest.'
    >>> sum_of_terms(4, 4, (600, 3000))
    'All bars add up to the squared distance. They are computed from 600 of 3,000 samples, chosen at random.'
    """
    said = (
        "All bars add up to the squared distance."
        if drawn == of
        else f"All {of:,} terms add up to the squared distance; the figure shows the {drawn:,} largest."
    )
    if part is None:
        return said
    return f"{said} They are computed from {part[0]:,} of {part[1]:,} samples, chosen at random."


def drawn_alone(found: SignedParts) -> str:
    """What a figure of some eigenvalues does not show."""
    return (
        f" These are the eigenvalues for the {len(found.places):,} samples chosen at random. For all {found.size:,} "
        "samples they are different."
    )


def none_of(found: SignedParts, kind: str) -> str:
    """That a part has no coordinates; of samples chosen at random it says nothing of the others."""
    of = "" if found.whole else f" of the {len(found.places):,} samples chosen at random"
    return f"No eigenvalue{of} is {kind}."


def clipped(found: SignedParts, whole: Definiteness | None = None) -> str:
    """What clipping would throw away."""
    if not broken(found, whole):
        on = "here" if found.whole or whole is not None else "for the samples chosen at random"
        return f"Clipping changes nothing {on}."
    rest = ", and none is negative any more" if (found.pair_distances < 0).any() else ""
    known = (float(found.signature[1]), 0.0) if found.whole or whole is None else whole.negative
    coordinates = "" if known is None else f"{_counted(known, 'coordinate')} of every sample and "
    drawn = "" if found.whole or whole is not None else " of the part chosen at random"
    return (
        f"**Clipping sets the negative eigenvalues to 0**. This removes {coordinates}"
        f"{share(energy_of(found, whole))} of the energy{drawn}. Squared distances can only grow{rest}."
    )


def _counted(known: tuple[float, float], one: str) -> str:
    """ "3 coordinates", or how many there are about, of a number with its standard error."""
    return f"{uncertain(*known)} {plural(1 if known == (1.0, 0.0) else 2, one)}"


def broken(found: SignedParts, whole: Definiteness | None) -> bool:
    """Whether a negative eigenvalue is known of."""
    known = definiteness_known(found.signature, found.size, whole)
    return known is not None and known.startswith(("indefinite", "not", "negative"))


def both_see(plus: np.ndarray, minus: np.ndarray, labels: np.ndarray | None, *, drawn: bool = False) -> str:
    """Whether the negative part carries classes, with chance beside it; ``drawn``: of samples chosen at random."""
    if not minus.shape[1] and drawn:
        return "The samples chosen at random have no negative part, so clipping changes nothing among them."
    if not minus.shape[1]:
        return "There is no negative part, so clipping changes nothing."
    if not plus.shape[1]:
        return "There is no positive part."
    scores = [neighbour_score(points, labels) for points in (plus, minus)]
    if scores[0] is None or scores[1] is None or labels is None:
        return (
            "Without labels there is no score. Look at the negative part: groups suggest information, one cloud around "
            "zero suggests noise."
        )
    known = labels[labels != ""] if labels.dtype.kind == "U" else labels
    chance = chance_level(known)
    n = len(known)
    error = float(np.sqrt(chance * (1 - chance) / n))
    better = scores[1] > chance + 2 * error
    finding = (
        "The negative part contains information about the classes"
        if better
        else "The negative part does no better than guessing"
        if scores[0] > chance + 2 * error
        else "Neither part is clearly better than guessing"
    )
    lead = (
        f"**{finding}.** The 5 nearest others name the right class for **{scores[1]:.0%}** of the samples in K₋, and "
        f"for **{scores[0]:.0%}** in K₊. Always naming the largest class is right for {chance:.0%}."
    )
    if better:
        lead += " Clipping would remove this information."
    low = [
        name
        for name, score in zip(("K₊", "K₋"), (scores[0], scores[1]), strict=True)
        if score < chance - 2 * error
    ]
    if low:
        lead += f" In {listed(low)}, the nearest samples are often of another class."
    return lead


def fixes(found: Sequence[FixedSpectrum], n: int, *, held_out: bool, same: bool, chance: float) -> str:
    """What the corrections change against K as it is; ``chance`` is the share of the largest class."""
    keep, others = found[0], found[1:]
    low = ""
    if keep.accuracy < chance:
        why = (
            reversed_below_chance()
            if not same and keep.accuracy < chance - FAR_BELOW
            else "γ and damping may not suit this matrix. The page Decisions tunes them for each method."
        )
        low = f" This is below the {chance:.1%} of always naming the largest class. {why}"
    if same:
        return (
            "The matrix of the training samples has no negative eigenvalue, so **clip, flip and shift change "
            f"nothing**. Accuracy is **{keep.accuracy:.1%}** on {n:,} samples.{low} Only “square” gives another kernel."
        )
    kind = "test samples" if held_out else "training samples (no test, so this is no prediction)"
    best = max(others, key=lambda one: one.accuracy)
    lead = f"Without correction, LS-SVM has an accuracy of **{keep.accuracy:.1%}** on {n:,} {kind}.{low}"
    changed = [one for one in others if one.differ]
    if not changed:
        return f"{lead} **No correction changes a single decision**: here the negative part does not matter."
    if best.accuracy > keep.accuracy:
        told = (
            f"The best correction is **{best.name}**, with **{best.accuracy:.1%}**. This is {_tested(best)}."
        )
    elif best.accuracy == keep.accuracy:
        told = f"The best correction, **{best.name}**, is **not better**."
    else:
        told = (
            f"Every correction is **worse**. The best is **{best.name}**, with {best.accuracy:.1%}. "
            f"This is {_tested(best)}."
        )
    return f"{lead} {told}"


def best_correction(done: Sequence[FixedSpectrum], n: int, *, held_out: bool) -> str:
    """Which correction is best, as an answer; whether that is sure."""
    keep, others = done[0], done[1:]
    most = max(one.accuracy for one in others)
    best = [one for one in others if one.accuracy == most]
    names, of = listed([one.name for one in best]), _of_samples(n, held_out)
    if most > keep.accuracy:
        gets = f"LS-SVM gets {most:.0%} of {of} right, without a correction {keep.accuracy:.0%}"
        sure = any(one.p < 0.05 for one in best)
        return f"**{capitalised(names)}{'' if sure else ', but this is not certain'}:** {gets}."
    if not any(one.differ for one in others):
        return f"**All are equal:** none changes a decision, and LS-SVM gets {most:.0%} of {of} right."
    gets = f"LS-SVM gets {keep.accuracy:.0%} of {of} right without a correction, with {names} {most:.0%}"
    return f"**None is better than no correction:** {gets}."


def clipping_costs(
    done: Sequence[FixedSpectrum], found: SignedParts, n: int, *, held_out: bool, whole: Definiteness | None
) -> str:
    """What clipping takes away, as an answer: energy, and accuracy."""
    keep, clip = done[0], next(one for one in done if one.name == "clip")
    lost = keep.accuracy - clip.accuracy
    short = f"{points(lost, sign=False)} points of accuracy" if lost > 0 else "No accuracy"
    sure = "" if clip.p < 0.05 or lost <= 0 else ", which is not certain"
    return (
        f"**{short}{sure}:** clipping removes {share(energy_of(found, whole))} of the energy. LS-SVM then gets "
        f"{clip.accuracy:.0%} of {_of_samples(n, held_out)} right instead of {keep.accuracy:.0%}."
    )


def _of_samples(n: int, held_out: bool) -> str:
    return f"{n:,} {'test' if held_out else 'training'} samples"


def fix_test(one: FixedSpectrum) -> str:
    """What the sign test says of one correction, in a cell."""
    if one.gained + one.lost <= FEW:
        return "too few changes" if one.differ else "no change"
    return f"{'yes' if one.p < 0.05 else 'no'} ({p_value(one.p)})"


def _tested(one: FixedSpectrum) -> str:
    contested = one.gained + one.lost
    if contested < FEW + 1:
        return "different from no correction on too few samples for a test"
    sure = "significantly different" if one.p < 0.05 else "not significantly different"
    return f"{sure} from no correction (sign test on {contested} samples, {p_value(one.p)})"


def samples_drawn(ready: PreparedFixes) -> str:
    """How many of the samples were used, where not all."""
    (m, n), (every_m, every_n) = ready.used, ready.samples
    training = f"{m:,} of {every_m:,} training samples" if m < every_m else ""
    test = f"{n:,} of {every_n:,} test samples" if n < every_n else ""
    return (
        f"To save time, {listed([one for one in (training, test) if one])} are used. They are chosen at random, "
        "stratified by class."
    )


def shifts(found: SignedParts, name: str, whole: Definiteness | None = None) -> str:
    """How far a correction moves the matrix, as a share of its norm."""
    norm = euclidean(found.values) or 1.0
    n, lowest = len(found.values), float(-found.negative.min(initial=0.0))
    if whole is not None and whole.norm:
        n, norm, lowest = found.size, whole.norm, max(-whole.smallest, 0.0)
    negative = float(np.sqrt(energy_of(found, whole)))
    moved = {"keep": 0.0, "clip": negative, "flip": 2 * negative, "shift": lowest * float(np.sqrt(n)) / norm}
    return "another kernel" if name == "square" else share(moved[name])


def signs_and_order(found: SignedParts, entries: Entries, whole: Definiteness | None = None) -> list[str]:
    """How an indefinite kernel differs from an asymmetric one, on this very matrix."""
    q = broken(found, whole)
    of_mean = found.symmetrized in ("", "mean")
    skew, energy = 0.0 if entries.is_symmetric else entries.skew_share, energy_of(found, whole)
    hold = f"{_eigenvalues(found, whole)} {share(energy)} of the energy of {letter(found)}"
    if skew and found.symmetrized == "mean" and not found.centred:
        hold += f" and {share(energy * (1 - skew))} of the energy of K"
    here = f"Here {hold}." if q else "Here none is negative."
    said = [
        "**Indefinite** is about signs: an indefinite matrix is symmetric and has positive and negative eigenvalues. "
        f"{here if of_mean else 'K Kᵀ and Kᵀ K have no negative ones.'} A sample has **one** place, in a Krein space: "
        "coordinates with negative eigenvalues, if there are any, count with a minus sign. Then a squared distance may "
        "be negative.",
        f"**Asymmetric** is about order: K(u, v) ≠ K(v, u). Here {share(skew)} of the energy of K is in the "
        "skew-symmetric part. A sample has **two** places, one as a row and one as a column. LS-SVM becomes AsK-LS, "
        "kernel PCA becomes KSVD.",
    ]
    if entries.is_symmetric:
        said.append(
            "This K is symmetric. LS-SVM can use it, indefinite or not; the two views of AsK-LS are the same."
        )
    elif q and of_mean:
        said.append(
            "This K is **both**: without its skew-symmetric part, an indefinite matrix remains. “Does it pay?” tells "
            "whether an asymmetric kernel helps."
        )
    elif of_mean:
        said.append("This K is asymmetric only: its symmetric part is a Mercer kernel.")
    else:
        said.append(
            "This K is asymmetric. A product with its transpose does not show the signs of its symmetric part: choose "
            "(K + Kᵀ)/2 in the settings."
        )
    return said


def _eigenvalues(found: SignedParts, whole: Definiteness | None) -> str:
    """ "3 negative eigenvalues hold", as many as are known of."""
    known = whole.negative if whole is not None else (float(found.signature[1]), 0.0)
    if known is None:
        return "the negative eigenvalues hold"
    return f"{_counted(known, 'negative eigenvalue')} {'holds' if known == (1.0, 0.0) else 'hold'}"


KIND_NAMES = {"definite": "positive definite", "indefinite": "indefinite", "asymmetric": "asymmetric"}


_FEATURES = {
    "unit": "features scaled to [0, 1], as published",
    "standardised": "features with unit variance, as in the settings",
    "as they are": "features in their own units, as in the settings",
}


def kinds_invitation(features: str | None) -> str:
    """What will be compared; ``features`` of a table, as in ``three_kinds``."""
    what = (
        f"RBF (positive definite), TL1 or tanh (indefinite) and SNE (asymmetric), {_FEATURES[features]}"
        if features
        else "S Sᵀ (positive definite), (S + Sᵀ)/2 (indefinite) and S itself (asymmetric). For a graph, S is "
        "the link matrix with each row divided by its sum; otherwise it is the matrix of the data"
    )
    return (
        "**Does an indefinite kernel pay on these data, and does an asymmetric one?** Three kernels are compared: "
        f"{what}. All use LS-SVM (AsK-LS for the asymmetric one), the same splits and the same inner folds for "
        "tuning. The kernel of the settings is not used."
    )


def kinds_verdict(result: ThreeKinds) -> str:
    """The verdict, its first finding in bold."""
    finding, colon, rest = result.verdict.partition(": ")
    return f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"


def kinds_done_how(result: ThreeKinds, *, quick: bool, features: str | None = None) -> str:
    """How much work stands behind it, and what not to conclude."""
    s = result.settings
    n = len(s["kernels"]["indefinite"]["members"])
    width = f", {n} settings of the indefinite kernel" if n > 1 else ""
    rough = " This was a quick run: with more splits (“Full”), the intervals are narrower." if quick else ""
    scaled = f", {_FEATURES[features]}" if features else ""
    return (
        f"{s['n_splits']} random splits, {s['inner_folds']} inner folds{width}{scaled}.{rough} The result holds for "
        "one kernel of each kind and these labels. “Not significant” does not mean “no difference”."
    )


def against(first: str, second: str) -> str:
    """Which two are compared."""
    return f"{KIND_NAMES[first]} − {KIND_NAMES[second]}"
