"""What the page "Nyström speed-up" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np

from askcore._format import count, duration, fixed, listed, number
from askcore.experiments import Problem
from askcore.experiments.sampling.study import SamplingStudy
from askcore.experiments.sampling.triplets import ExactTriplets, SampledTriplets
from askcore.experiments.sampling.verdict import EVEN, PAYS_FROM, TOO_QUICK, times_faster
from askcore.plotting import SOLVER_NAMES
from askcore.ui.text.glossary import term

GOOD = 0.1  # subspace error up to which the vectors serve
NEAR = 0.02  # relative distance at which a cross still covers the line
TIMES = 1.2  # so many times too large, and a singular value looks like a mistake
ALIKE = 0.2  # share of the largest singular value that the last one has, where no few components stand out


def verdict(exact: ExactTriplets, sampled: SampledTriplets, *, data: str) -> str:
    """Whether sampling is worth it here, with the numbers that say so; ``data`` is "graph", "table" or "matrix"."""
    found = sampled.found
    method = "exact structured method" if exact.structured else "exact method"
    taken, own = duration(exact.seconds), duration(sampled.seconds)
    lines = f"{count(len(found.rows), 'row')} and {count(len(found.columns), 'column')} were sampled."
    ratio = exact.seconds / max(sampled.seconds, 1e-9)
    error = _error(sampled)
    if sampled.share > 1 - 1e-9:
        return f"This sample reads every entry, so it saves nothing. The {method} takes **{taken}**."
    if exact.seconds < TOO_QUICK and sampled.subspace_error > GOOD:
        return (
            f"Sampling does not pay on this {data}: its result has {error}, and more than {GOOD:g} is too much. The "
            f"{method} takes only **{taken}**. {lines}"
        )
    if exact.seconds < TOO_QUICK:
        return (
            f"Sampling does not pay on this {data}: the {method} takes only **{taken}**, so there is little to save. "
            f"Sampling takes {own}, with {error}. {lines}"
        )
    if ratio < EVEN:
        slower = "slower than" if ratio < 1 / EVEN else "not faster than"
        return (
            f"Sampling does not pay on this {data}: it is {slower} the {method}. The {method} takes **{taken}** and "
            f"has no error. Sampling takes {own}, with {error}. {lines}"
        )
    faster = f"**{times_faster(ratio)}** than the {method} ({own} instead of {taken})"
    if isnan(sampled.subspace_error):
        return f"Sampling is {faster}, with {error}. {lines}"
    if sampled.subspace_error > GOOD:
        return f"Too few rows and columns are sampled: there is {error}. Sampling is {faster}. {lines}"
    return f"Sampling pays on this {data}: it is {faster}, with {error}. {lines}"


def _error(sampled: SampledTriplets) -> str:
    if isnan(sampled.subspace_error):
        return "an error that is **not defined** (equal singular values)"
    if sampled.is_exact:
        return "no error **up to rounding**"
    return f"a subspace error of **{sampled.subspace_error:.2g}**"


def error_metrics(exact: ExactTriplets, sampled: SampledTriplets) -> tuple[tuple[str, str], tuple[str, str]]:
    """Subspace error and eta, each a figure and what to compare it with."""
    if isnan(sampled.subspace_error):
        return (("undefined", "equal singular values"),) * 2
    if sampled.is_exact:
        return (("Exact", "up to rounding"),) * 2
    largest = number(float(exact.triplets.values[0]))
    return (f"{sampled.subspace_error:.2g}", "from 0 to 1"), (
        f"{sampled.eta:.2g}",
        f"largest singular value: {largest}",
    )


def exact_only(exact: ExactTriplets, *, data: str) -> str:
    """What is left to say where the sample fails."""
    method = "exact structured method" if exact.structured else "exact method"
    return f"This sample has no result. On this {data}, the {method} takes **{duration(exact.seconds)}**."


def pays_from(exact: ExactTriplets, sample: str, *, sparse: bool) -> str:
    """From what size on sampling pays, where the exact method is quick; else empty. ``sample`` was made to show it."""
    if exact.seconds >= TOO_QUICK:
        return ""
    here = " This one is sparse." if sparse and len(exact.triplets.left) >= PAYS_FROM else ""
    return f"Sampling pays for dense matrices from about {PAYS_FROM:,} rows on, as in the data set {sample}.{here}"


def rank_note(exact: ExactTriplets, sampled: SampledTriplets, rank: int) -> str:
    """What to know when the matrix, or the sample, has fewer components than were asked for; else empty."""
    said = []
    if exact.rank < rank:
        some = count(exact.rank, "component that is", "components that are")
        said.append(
            f"The matrix has only {some} not zero, fewer than {rank}. The errors are computed for these."
        )
    if exact.n_determined < exact.rank:
        said.append(_tied(exact))
    if sampled.found.rank < min(rank, exact.rank):
        said.append(
            f"The sample finds {sampled.found.rank} of {rank} components; the missing ones count as wrong. Take more "
            "samples, or choose them in another way."
        )
    return " ".join(said)


def _tied(exact: ExactTriplets) -> str:
    """That the cut parts equal singular values."""
    if not exact.n_determined:
        return (
            f"The first {exact.rank + 1} singular values are equal. Then the leading singular vectors are not unique, "
            "and an error is not defined."
        )
    first = (
        "first singular vector" if exact.n_determined == 1 else f"first {exact.n_determined} singular vectors"
    )
    return (
        f"Singular values {exact.n_determined + 1} to {exact.rank + 1} are equal, so their vectors are not unique. The "
        f"errors are computed for the {first}. Try another number of components."
    )


def how_to_read(problem: Problem, *, in_blocks: bool, theme: str) -> str:
    """How to read the matrix."""
    labelled = problem.row_labels is not None or problem.column_labels is not None
    darker = "lighter" if theme == "dark" else "darker"
    ordered = ", ordered by class" if labelled else ""
    faded = (
        " A block of entries has the colour of its mean, so a single large entry is not seen."
        if in_blocks
        else ""
    )
    return (
        f"The picture shows {problem.matrix_words}{ordered}. Larger entries are {darker}. Only the "
        f"marked rows and columns "
        f"are read.{faded} An even sample is not always a good one: a component can depend on a few rows."
    )


def crosses(exact: np.ndarray, found: np.ndarray) -> str:
    """Where the sampled singular values lie against the exact ones, and what not to conclude."""
    k = min(len(exact), len(found))
    off = found[:k] - exact[:k]
    near = NEAR * np.maximum(exact[:k], 1e-12 * exact.max(initial=0.0))
    above, below = off > near, off < -near
    if not (above.any() or below.any()):
        return (
            "The crosses lie on the line: the sample finds the right singular values. Do not conclude that the "
            "singular vectors are right, too. Where singular values are close, their vectors are wrong first."
        )
    if above.all() or below.all():
        where = f"The crosses lie {'above' if above.all() else 'below'} the line"
    elif above.any() and below.any():
        where = "Some crosses lie above the line, some below"
    else:
        where = f"Some crosses lie {'above' if above.any() else 'below'} the line"
    return (
        f"{where}: these singular values are wrong.{_too_large(exact[:k], found[:k])} Where a singular value is right, "
        "its vectors may still be wrong."
    )


def _too_large(exact: np.ndarray, found: np.ndarray) -> str:
    """How many times too large the sampled singular values are at most, and what the method takes for granted."""
    known = exact > 1e-12 * exact.max(initial=0.0)
    times = float((found[known] / exact[known]).max(initial=0.0))
    if times < TIMES:
        return ""
    why = (
        " The method scales the sampled block up to the size of the whole matrix, as if the "
        "block held only the components it looks for. But the block holds a part of every component, and this part "
        "is scaled up, too."
    )
    if float(exact[-1]) > ALIKE * float(exact[0]):
        why += " Here many components are of similar size, so this part is large."
    return f" They are up to {fixed(times, 1 if times < 9.95 else 0)} times too large.{why}"


def errors() -> tuple[str, str]:
    """The two errors in words: the one that is free of scale, and the paper's."""
    return term("subspace error").whole, term("η").whole


def race_offer(settings: Mapping[str, Any], tolerance: float, *, labelled: bool) -> str:
    """What the race will do, with its ``settings``; an error up to ``tolerance`` is good enough."""
    others = [SOLVER_NAMES[name] for name in settings["solvers"] if name != "nystroem"]
    most, (n, m) = max(settings["samples"]), settings["shape"]
    side = f"{n:,} rows and columns" if n == m else f"{n:,} rows, and as many of the {m:,} columns"
    said = [
        f"The race measures the time and the error of sampling on this matrix, beside other methods: {listed(others)}.",
        f"The sample doubles up to {most:,} of the {side}.",
        f"It compares the times to reach an error of {tolerance:g}, and of {min(settings['tolerances']):g}.",
    ]
    if len(settings["bandwidths"]) > 1:
        said.append(f"{len(settings['bandwidths'])} bandwidths are tried.")
    if labelled:
        said.append("A classifier shows how good the sampled vectors are.")
    return " ".join(said)


def race_words(study: SamplingStudy) -> str:
    """How the race was run and what took no part."""
    settings = study.race.settings
    repeats = settings["repeats"]
    how = "medians of three runs; of exact methods, one run" if repeats == 3 else "single runs, so they vary"
    most, side = max(settings["samples"]), min(settings["shape"])
    cap = f"The number of samples doubles up to {most:,} of {side:,} rows or columns."
    left = [reason for reason in study.race.left_out.values() if "no sparse structure" not in reason]
    reference = "" if settings["reference"] == "exact" else f" Reference: {settings['reference']}."
    return " ".join([f"Times are {how}.{reference}", cap, *left])


def features_words(study: SamplingStudy) -> str:
    """What the axis counts for random features, where they took part."""
    if "fourier" not in study.race.settings["solvers"]:
        return ""
    return (
        " Random features (Rahimi and Recht 2007) evaluate no entry: for them, the axis counts waves of random "
        "frequencies. Their error falls slowly, by half with four times as many."
    )


def scores_words(study: SamplingStudy) -> str:
    """What the scores show."""
    table = study.scores
    exact = float(table.loc[table["method"] == "exact", "micro_f1"].iloc[0])
    sampled = table[table["method"] == "nystroem"]
    sizes, scores = sampled["samples"].to_numpy(), sampled["micro_f1"].to_numpy()
    near = scores >= exact - 0.02
    below = f"at most 0.02 below the score with the exact vectors ({exact:.3f})"
    settled = int(np.logical_and.accumulate(near[::-1]).sum())  # so many of the largest samples, all near
    if not near.any():
        best = int(scores.argmax())
        found = f"With {sizes[best]:,} samples the score is {scores[best]:.3f}, with the exact vectors {exact:.3f}."
    elif settled:
        more = " With fewer, it goes up and down." if near[:-settled].any() else ""
        found = f"From {sizes[-settled]:,} sampled rows and columns on, the score is {below}.{more}"
    else:
        found = (
            f"The score goes up and down. With {sizes[near][0]:,} samples it is {below}. With {sizes[-1]:,} it is "
            "lower."
        )
    return (
        f"{found} Bars are standard deviations over five splits. A good score does not prove that the vectors are "
        "exact, and it does not need exact vectors."
    )
