"""What the page "Spectra" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from askcore._format import listed, number, share
from askcore.diagnostics import SpectrumSummary
from askcore.experiments import Effect, Problem, RankedMethod, Spectra, Symmetrised
from askcore.ui.words import plain

__all__ = [
    "best_methods",
    "carried",
    "changes",
    "counted",
    "effective",
    "embeddings",
    "energy",
    "joined",
    "localised",
    "matrix",
    "notices",
    "symmetrised",
    "values",
    "verdict",
]

SYMMETRIC = 1e-9
LITTLE = 0.05
FEW_HOLD = 25  # samples that hold a component, and their share, below which it counts as localised
SMALL_SHARE = 0.05
FEWEST = 4  # values that are not zero, from which on a bend is looked for
TWO_POINTS = 0.02


def verdict(problem: Problem, found: Spectra, rank: int) -> str:
    """How many components matter, and whether rows and columns are placed alike."""
    s, n = found.summary, found.summary.size
    rank = min(rank, found.triplets.rank)
    about = "about " if found.estimated else ""
    lead = f"**{rank:,} of {n:,}** components hold {about}**{share(s.energy[rank - 1], digits=0)}** of the energy"
    return f"{lead}; {_bend(s)}. {_direction(problem, found, rank)}"


def _bend(summary: SpectrumSummary) -> str:
    """Where the values bend, and why not where they don't."""
    if summary.elbow:
        return f"the values bend after the first **{summary.elbow}**"
    few = summary.numerical_rank
    if few < FEWEST:
        return f"{'one value is' if few == 1 else f'{few} values are'} not zero, too few to look for a bend"
    return "the values fall without a bend, so there is no natural number to stop at"


def matrix(problem: Problem, *, center: bool) -> str:
    """Which matrix is looked at."""
    centred = "its row and column means taken away" if center else "as it is"
    n, m = problem.shape
    return f"The matrix: {plain(problem.matrix_words)}, {n:,} × {m:,}, {centred}."


def _direction(problem: Problem, found: Spectra, rank: int) -> str:
    if not problem.same_samples:
        return f"Rows are {problem.row_word}s and columns {problem.column_word}s: each side has its own embedding."
    skew = found.skew_share(rank)
    assert skew is not None
    if skew < SYMMETRIC:
        return "The matrix is symmetric: rows and columns are placed alike, and a symmetric method sees all there is."
    lead = f"Of what they hold, **{skew:.0%}** turns round with the direction (symmetric: 0%, random: 50%)"
    if skew < LITTLE:
        return f"{lead}: rows and columns are placed nearly alike."
    return (
        f"{lead}: where a {problem.row_word} stands as a row is not where it stands as a column, and averaging the "
        "two loses that."
    )


def notices(problem: Problem, found: Spectra) -> list[str]:
    """What is odd about this spectrum, with its consequence."""
    s, said = found.summary, []
    if s.equal and s.complete:
        said.append(
            "All singular values are equal: any rotation of the vectors would do as well, and the axes below mean "
            "nothing by themselves." + (f" Choose {problem.others}." if problem.others else "")
        )
    elif s.equal:
        said.append(
            f"The leading {len(s.values):,} singular values are equal: their vectors may be rotated at will, and the "
            "axes below mean nothing by themselves."
        )
    return said


def counted(summary: SpectrumSummary) -> str:
    """How many values are known, and what to do about the rest; empty if all are."""
    if summary.complete:
        return ""
    return (
        f"The leading {len(summary.values):,} of {summary.size:,} values: all of them would take a dense matrix and "
        "the cube of its size."
    )


def effective(summary: SpectrumSummary) -> str:
    """Effective rank with what the missing values make of it."""
    return ("" if summary.complete else "≥ ") + number(summary.effective_rank)


def carried(summary: SpectrumSummary, rank: int) -> str:
    """Components that carry nothing, if any are among those in use."""
    if rank <= summary.numerical_rank:
        return ""
    return f" Its rank is {summary.numerical_rank:,}: components past that carry nothing, whatever is drawn for them."


def values(summary: SpectrumSummary) -> str:
    """Caption of the singular values."""
    at_least = "" if summary.complete else "at least "
    return (
        f"Each dot is how much one pair of directions, one for rows and one for columns, weighs; numerical rank "
        f"{at_least}{summary.numerical_rank:,}. A bend suggests where structure ends and the rest begins; it proves "
        "neither, and noise has one, too. " + counted(summary)
    ).strip()


def energy(found: Spectra) -> str:
    """Caption of the cumulated energy."""
    estimated = (
        " The whole is estimated from 32 random products, to about a percent." if found.estimated else ""
    )
    return (
        "The share of the squared singular values in the first components: how well so many reproduce the matrix."
        f"{estimated} Much energy is no proof that the classes are in there: small components may hold them."
    )


def embeddings(problem: Problem) -> tuple[str, str]:
    """Captions of the left and the right embedding."""
    left = (
        f"Each point is a {problem.row_word} by what its row holds: {problem.row_reading}. "
        "Near each other: alike in that."
    )
    right = (
        f"Each point is a {problem.column_word} by what its column holds: {problem.column_reading}. "
        "Signs and, for equal values, rotations are arbitrary: compare neighbours, not places."
    )
    return left, right


def localised(points: np.ndarray, thing: str) -> str:
    """Which of the two components drawn, (n, 2), sit on a few samples only; empty where none does.

    By the participation ratio (sum p^2)^2 / sum p^4 of a component p, the number of samples it is spread over.
    """
    n, said = len(points), []
    for axis, values in zip(("across", "up"), points.T, strict=True):
        weight = values**2
        total, squares = float(weight.sum()), float(weight @ weight)
        spread = total * total / squares if squares else 0.0
        if 0 < spread < min(FEW_HOLD, SMALL_SHARE * n):
            said.append(f"the component {axis} on about {round(spread)}")
    if not said:
        return ""
    return (
        f"Most weight sits on a few {thing}s, {' and '.join(said)} of {n:,}: the others crowd at zero, on an axis. "
        "Choose other components to tell them apart."
    )


def joined(problem: Problem) -> str:
    """Caption of the common figure."""
    return (
        f"Filled: the {problem.row_word} as a row ({problem.row_reading}); open: as a column "
        f"({problem.column_reading}). "
        "A long line is one whose two roles differ. The two sides share their axes by pairs of singular vectors only: "
        "a short line is no link."
    )


def symmetrised(problem: Problem, found: Spectra, rival: Symmetrised) -> str:
    """What averaging with the transpose takes away from the spectrum."""
    k = min(len(found.summary.values), len(rival.values))
    top, averaged = float(found.summary.values[0]), float(abs(rival.values[0]))
    negative = int((rival.values < -1e-12 * max(averaged, 1e-300)).sum())
    own = float((found.summary.values[:k] ** 2).sum())
    kept = float((rival.values[:k] ** 2).sum()) / own if own else 0.0
    of = "all" if found.summary.complete and rival.complete else f"the leading {k:,}"
    lead = (
        f"Averaged with its transpose, the matrix keeps **{min(kept, 1.0):.0%}** of its energy (over {of} values); the "
        f"largest value goes from {number(top)} to {number(averaged)}."
    )
    signs = (
        f" {negative:,} of its {len(rival.values):,} eigenvalues are negative: it is no matrix of inner products."
        if negative
        else ""
    )
    return lead + signs


def best_methods(methods: Sequence[RankedMethod], rank: int, n: int) -> str:
    """Which method's neighbours share the class most often; silent on differences that chance makes."""
    scored = [m for m in methods if m.one_side is not None]
    if not scored:
        return f"The same {rank} components by four methods. Without labels, no score says which is better."
    best, least = max(scored, key=_score), min(scored, key=_score)
    noise = _noise(n)
    if _score(best) - _score(least) <= noise:
        return (
            f"With {rank} components no method stands out: {_score(least):.1%} to **{_score(best):.1%}** of the "
            "samples have the class of their neighbours."
        )
    close = [m.name for m in scored if m is not best and _score(best) - _score(m) <= noise]
    side = " with both sides" if best.both is not None and best.both >= (best.one_side or 0.0) else ""
    lead = (
        f"With {rank} components, neighbours share a class most often under **{best.name}**{side} "
        f"(**{_score(best):.1%}**)"
    )
    return f"{lead}; {listed(close)} cannot be told from it on {n:,} samples." if close else f"{lead}."


def changes(effects: Sequence[Effect], rank: int, n: int) -> str:
    """Which choice moves the neighbour score most."""
    spans = {}
    for group in dict.fromkeys(e.group for e in effects):
        scores = [score for e in effects if e.group == group and (score := _effect_score(e)) is not None]
        if len(scores) > 1:
            spans[group] = max(scores) - min(scores)
    if not spans:
        return f"What each choice makes of the first {rank} components. The one in use is marked."
    most = max(spans, key=lambda group: spans[group])
    if spans[most] <= _noise(n):
        return (
            f"None of these choices moves the share of samples with the class of their neighbours by more than "
            f"{100 * spans[most]:.1f} points, which {n:,} samples cannot tell from chance."
        )
    return (
        f"**{most}** matters most here: it moves the share of samples with the class of their neighbours by "
        f"{100 * spans[most]:.0f} points."
    )


def _noise(n: int) -> float:
    """Differences of shares that n samples cannot settle: two standard errors at most, and two points at least."""
    return max(float(1.0 / max(n, 1) ** 0.5), TWO_POINTS)


def _score(method: RankedMethod) -> float:
    return max(method.one_side or 0.0, method.both or 0.0)


def _effect_score(effect: Effect) -> float | None:
    known = [score for score in (effect.left, effect.both) if score is not None]
    return max(known) if known else None
