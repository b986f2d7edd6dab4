"""What the page "Nyström speed-up" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from math import isnan

import numpy as np

from askcore._format import capitalised, count, duration
from askcore.experiments import ExactTriplets, Problem, SampledTriplets, SamplingStudy
from askcore.experiments.sampling.verdict import EVEN, PAYS_FROM, TOO_QUICK, times_faster

__all__ = [
    "SOLVER_NAMES",
    "crosses",
    "error_metrics",
    "errors",
    "exact_only",
    "how_to_read",
    "pays_from",
    "race_words",
    "rank_note",
    "scores_words",
    "sides",
    "verdict",
]

SOLVER_NAMES = {
    "nystroem": "sampled",
    "symmetric_nystroem": "symmetric Nyström",
    "randomized": "randomised",
    "structured": "exact, structured",
    "arpack": "exact",
}
GOOD = 0.1  # subspace error up to which the vectors serve
NEAR = 0.02  # relative distance at which a cross still covers the line


def verdict(problem: Problem, exact: ExactTriplets, sampled: SampledTriplets, *, data: str) -> str:
    """Whether sampling is worth it here, with the numbers that say so; ``data`` is "graph", "table" or "matrix"."""
    (n, m), found = problem.shape, sampled.found
    method = "exact structured method" if exact.structured else "exact method"
    taken, own = duration(exact.seconds), duration(sampled.seconds)
    sample = f"{len(found.rows):,} of {n:,} rows and {len(found.columns):,} of {m:,} columns"
    ratio = exact.seconds / max(sampled.seconds, 1e-9)
    error = _error(sampled)
    if sampled.share > 1 - 1e-9:
        return f"Every entry is read here: sampling saves nothing. The {method} takes **{taken}**."
    if exact.seconds < TOO_QUICK:
        return (
            f"On this {data} the {method} takes **{taken}**: too quick for sampling to pay. Sampling {sample} takes "
            f"{own} and leaves {error}."
        )
    if ratio < EVEN:
        wins = "wins" if ratio < 1 / EVEN else "takes as long"
        return (
            f"Sampling is not worth it on this {data}: the {method} {wins}, **{taken}** without an error, while "
            f"{sample} take {own} and leave {error}."
        )
    if isnan(sampled.subspace_error):
        return (
            f"Sampling {sample} is **{times_faster(ratio)}** than the {method} ({own} against {taken}), but how far "
            "off it is cannot be said."
        )
    if sampled.subspace_error > GOOD:
        return (
            f"Sampling {sample} is **{times_faster(ratio)}** than the {method} ({own} against {taken}), but leaves "
            f"{error}: too few for these vectors."
        )
    return (
        f"Sampling is worth it on this {data}: {sample} are **{times_faster(ratio)}** than the {method} ({own} "
        f"against {taken}) and leave {error}."
    )


def _error(sampled: SampledTriplets) -> str:
    if isnan(sampled.subspace_error):
        return "an error that is **not determined**"
    if sampled.is_exact:
        return "no error **beyond rounding**"
    return f"an error of **{sampled.subspace_error:.2g}**"


def error_metrics(sampled: SampledTriplets) -> tuple[tuple[str, str], tuple[str, str]]:
    """Subspace error and eta, each a figure and what it is measured in."""
    if isnan(sampled.subspace_error):
        return (("undefined", "equal singular values"),) * 2
    if sampled.is_exact:
        return (("Exact", "up to rounding"),) * 2
    return (f"{sampled.subspace_error:.2g}", "from 0 to 1"), (f"{sampled.eta:.2g}", "in units of the matrix")


def exact_only(exact: ExactTriplets, *, data: str) -> str:
    """What is left to say where the sample fails."""
    method = "exact structured method" if exact.structured else "exact method"
    return f"This sample gives nothing; on this {data} the {method} takes **{duration(exact.seconds)}**."


def pays_from(exact: ExactTriplets, sample: str) -> str:
    """From what size on sampling pays, where the data are too small; else empty. ``sample`` was made to show it."""
    if exact.seconds >= TOO_QUICK:
        return ""
    return f"Sampling pays from about {PAYS_FROM:,} rows of a dense matrix on. The sample {sample} was made to show it."


def rank_note(exact: ExactTriplets, sampled: SampledTriplets, rank: int) -> str:
    """What to know when the matrix, or the sample, has fewer components than were asked for; else empty."""
    said = []
    if exact.rank < rank:
        said.append(
            f"The matrix itself has {count(exact.rank, 'component')} that are not zero, not {rank}: errors are about "
            "those."
        )
    if exact.n_determined < exact.rank:
        said.append(_tied(exact))
    if sampled.found.rank < min(rank, exact.rank):
        said.append(
            f"The sampled block holds {sampled.found.rank} of {rank} components; the missing ones count as wrong. More "
            "samples, or another way to choose them, find more."
        )
    return " ".join(said)


def _tied(exact: ExactTriplets) -> str:
    """That the cut parts equal singular values."""
    if not exact.n_determined:
        return (
            f"The first {exact.rank + 1} singular values are equal, so any mixture of their vectors is as exact: there "
            "are no leading ones to be near to, hence no error to measure."
        )
    first = (
        "first singular vector" if exact.n_determined == 1 else f"first {exact.n_determined} singular vectors"
    )
    return (
        f"Singular values {exact.n_determined + 1} to {exact.rank + 1} are equal, so any mixture of their vectors is "
        f"as exact, and errors are about the {first}. Another number of components may not part equal values."
    )


def how_to_read(problem: Problem, *, in_blocks: bool, theme: str) -> str:
    """How to read the matrix."""
    labelled = problem.row_labels is not None or problem.column_labels is not None
    darker = "lighter" if theme == "dark" else "darker"
    ordered = ", ordered by class" if labelled else ""
    faded = " A lone entry fades in the mean of its block." if in_blocks else ""
    return (
        f"{capitalised(problem.matrix_words)}{ordered}; the larger, "
        f"the {darker}; only the lines are read.{faded} Don't judge a sample by how evenly it covers the picture: a "
        "component can live in a few rows."
    )


def sides(row_thing: str, column_thing: str) -> tuple[str, str]:
    """What a row and a column stand for, for the axes."""
    row = "row" if row_thing == "row" else f"row, a {row_thing}"
    return row, "column" if column_thing == "column" else f"column, a {column_thing}"


def crosses(exact: np.ndarray, found: np.ndarray) -> str:
    """Where the sampled singular values lie against the exact ones, and what not to conclude."""
    k = min(len(exact), len(found))
    off = found[:k] - exact[:k]
    near = NEAR * np.maximum(exact[:k], 1e-12 * exact.max(initial=0.0))
    above, below = off > near, off < -near
    if not (above.any() or below.any()):
        return (
            "The crosses lie on the line: the sample gives the right singular values. Don't conclude that the vectors "
            "are right, too: where neighbouring values are close, the vectors mix first."
        )
    if above.all() or below.all():
        where = f"The crosses lie {'above' if above.all() else 'below'} the line"
    elif above.any() and below.any():
        where = "Some crosses lie above the line, some below"
    else:
        where = f"Some crosses lie {'above' if above.any() else 'below'} the line"
    wrong = "the sample gets these singular values wrong"
    return f"{where}: {wrong}. Don't conclude that the vectors of those on the line are right."


def errors() -> tuple[str, str]:
    """The two errors, a sentence each: the one that is free of scale, and the paper's."""
    sine = (
        "The mean sine of the angles between the exact and the sampled space: 0 means the same space, 1 means at right "
        "angles. Sizes of singular values play no part."
    )
    eta = (
        "The paper's η: what each vector misses, times its singular value, on average. It is not scale-free: with one "
        "large singular value it looks small though most vectors are wrong, and multiplying the matrix multiplies it."
    )
    return sine, eta


def race_words(study: SamplingStudy) -> str:
    """How the race was run and what took no part."""
    settings = study.race.settings
    repeats = settings["repeats"]
    how = "medians of three runs, of exact methods single ones" if repeats == 3 else "single runs, which vary"
    most, side = max(settings["samples"]), min(settings["shape"])
    cap = f"Samples double up to {most:,} of {side:,} rows or columns, no further, whatever the error then."
    left = [reason for reason in study.race.left_out.values() if "no sparse structure" not in reason]
    reference = "" if settings["reference"] == "exact" else f" Reference: {settings['reference']}."
    return " ".join([f"Times are {how}.{reference}", cap, *left])


def scores_words(study: SamplingStudy) -> str:
    """What the scores show."""
    table = study.scores
    exact = float(table.loc[table["method"] == "exact", "micro_f1"].iloc[0])
    sampled = table[table["method"] == "nystroem"]
    near = sampled[sampled["micro_f1"] >= exact - 0.02]
    if near.empty:
        best = sampled.loc[sampled["micro_f1"].idxmax()]
        found = (
            f"With {int(best['samples']):,} samples the score is {best['micro_f1']:.3f}, with the exact vectors "
            f"{exact:.3f}."
        )
    else:
        found = (
            f"From {int(near['samples'].iloc[0]):,} samples on the score is within 0.02 of that with the exact vectors "
            f"({exact:.3f}), or above it."
            if bool(
                np.all(
                    sampled["samples"].isin(near["samples"]) | (sampled["samples"] < near["samples"].iloc[0])
                )
            )
            else f"With {int(near['samples'].iloc[0]):,} samples the score comes within 0.02 of that with the exact "
            f"vectors ({exact:.3f}), but does not stay there."
        )
    return (
        f"{found} Bars are standard deviations over the same five splits. Don't conclude that good labels need exact "
        "vectors, or that a good score proves them exact: a classifier forgives much."
    )
