"""What the page "Spectra" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence

from askcore._format import capitalised, fixed, listed, number, plural, share
from askcore._scale import share_of_squares
from askcore.diagnostics.spectrum import SpectrumSummary
from askcore.experiments import Problem
from askcore.experiments.spectra.compared import Effect, RankedMethod
from askcore.experiments.spectra.decomposition import Spectra, Symmetrised
from askcore.experiments.spectra.graph_tasks import DirectionScores
from askcore.experiments.spectra.groups import MatrixGroups
from askcore.ui.text.words import plain

SYMMETRIC = 1e-9
HALF = 0.5  # of guessing
FEATURES = ("svd", "ksvd")
TOLD_BY = {
    "svd": "features of the SVD",
    "ksvd": "features of KSVD with the SNE kernel",
    "degrees": "degrees of the two nodes alone",
    "symmetric": "features of the symmetric part",
}
GROUPS_READ = (
    "Rows and columns stand in the order of their groups. A strong block on the diagonal joins the rows and columns of "
    "one group. k-means always finds groups, even in noise: so compare with the sums and with the shuffled matrices."
)
DIRECTIONS_READ = (
    "Each link u → v that is held out gets a score, and so does its reversal v → u. The score is the product of the "
    "features of the first node as a row and of the second node as a column. “Right” is the AUC, the mean of five "
    "splits; 50% is guessing. The features come from the links themselves, not from the kernel in the sidebar."
)
LITTLE = 0.05
TWO_POINTS = 0.02
# What the neighbour score is.
NEIGHBOURS = "the share of samples for which most of the five nearest others have the same class"


def verdict(problem: Problem, found: Spectra, rank: int) -> str:
    """How many components matter, and whether rows and columns are placed alike."""
    s, n = found.summary, found.summary.size
    rank = min(rank, found.triplets.rank)
    about = "about " if found.estimated else ""
    lead = f"**{rank:,} of {n:,}** components hold {about}**{share(s.energy[rank - 1], digits=0)}** of the energy."
    return " ".join(filter(None, [lead, _drop(s), _direction(problem, found, rank)]))


def _drop(summary: SpectrumSummary) -> str:
    """After how many values the others are far smaller; empty where no step stands out."""
    if summary.drop is None:
        return ""
    return f"There is a sharp drop after singular value **{summary.drop}**."


def matrix(problem: Problem, *, center: bool, skew_share: float | None) -> str:
    """Which matrix is looked at; ``skew_share`` : of all of it, before centring, where that is known."""
    centred = "centred" if center else "not centred"
    n, m = problem.shape
    said = f"The matrix: {plain(problem.matrix_words)}, {n:,} × {m:,}, {centred}."
    if not problem.same_samples:
        return said
    if skew_share is not None and skew_share < SYMMETRIC:
        return said
    of = "all components, before centring" if center else "all components"
    if skew_share is None:
        return f"{said} The skew-symmetric share on “Kernel matrix” is that of {of}."
    return f"{said} Over {of}, {share(skew_share)} of the energy is skew-symmetric: “Kernel matrix” shows this number."


def _direction(problem: Problem, found: Spectra, rank: int) -> str:
    if not problem.same_samples:
        return f"Rows are {problem.row_word}s and columns are {problem.column_word}s: each has its own embedding."
    skew = found.skew_share(rank)
    assert skew is not None
    if skew < SYMMETRIC:
        return "The matrix is symmetric, so rows and columns have the same embedding."
    lead = (
        f"Of the energy in these {rank:,} components, **{share(skew, 0)}** is skew-symmetric: it differs between rows "
        "and columns."
    )
    if skew < LITTLE:
        return f"{lead} Rows and columns have nearly the same embedding."
    return (
        f"{lead} So a {problem.row_word} has one place as a row and another as a column. The symmetric part of the "
        "matrix loses this difference."
    )


def notices(problem: Problem, found: Spectra) -> list[str]:
    """What is odd about this spectrum, with its consequence."""
    s, said = found.summary, []
    if s.equal and s.complete:
        said.append(
            "All singular values are equal, so their vectors are arbitrary up to a rotation: the axes below have no "
            "meaning." + (f" Choose {problem.others}." if problem.others else "")
        )
    elif s.equal:
        said.append(
            f"The leading {len(s.values):,} singular values are equal, so their vectors are arbitrary up to a "
            "rotation: the axes below have no meaning."
        )
    return said


def counted(summary: SpectrumSummary) -> str:
    """How many values are known, and what to do about the rest; empty if all are."""
    if summary.complete:
        return ""
    return (
        f"Only the leading {len(summary.values):,} of {summary.size:,} values are computed, because all of them would "
        "take too long."
    )


def effective(summary: SpectrumSummary) -> str:
    """Effective rank; where values are missing, what it is at least: it is never below the stable rank."""
    if summary.complete:
        return number(summary.effective_rank)
    return f"≥ {number(max(summary.effective_rank, summary.stable_rank))}"


def carried(summary: SpectrumSummary, rank: int) -> str:
    """Components that carry nothing, if any are among those in use."""
    if rank <= summary.numerical_rank:
        return ""
    return f" Its rank is {summary.numerical_rank:,}: further components are zero, and their places are arbitrary."


def values(summary: SpectrumSummary, *, center: bool) -> str:
    """Caption of the singular values."""
    centred = " of the centred matrix" if center else ""
    rank = (
        f"The numerical rank{centred} is {summary.numerical_rank:,}"
        if summary.complete or summary.numerical_rank < len(summary.values)
        else f"None of the {len(summary.values):,} values computed is zero"
    )
    return (
        f"Each dot is one singular value. {rank}. A "
        "sharp drop suggests how many components matter; noise may have one, too. " + counted(summary)
    ).strip()


def energy(found: Spectra) -> str:
    """Caption of the cumulated energy."""
    estimated = (
        " The energy of the whole matrix is estimated, to about one percent." if found.estimated else ""
    )
    return (
        "The share of the energy of the matrix that the first components hold."
        f"{estimated} A large share does not mean that they separate the classes: small components may do that."
    )


def embeddings(problem: Problem) -> tuple[str, str]:
    """Captions of the left and the right embedding."""
    left = (
        f"Each point is a {problem.row_word}, placed by its row: {problem.row_reading}. Points that are close have "
        "similar rows."
    )
    right = (
        f"Each point is a {problem.column_word}, placed by its column: {problem.column_reading}. The sign of an axis "
        "is arbitrary: compare which points are close, not where they are."
    )
    return left, right


def joined(problem: Problem) -> str:
    """Caption of the common figure."""
    return (
        f"Filled: the {problem.row_word} as a row ({problem.row_reading}). Open: the same one as a column "
        f"({problem.column_reading}). A long line means that row and column differ. A short line is not a link."
    )


def symmetrised(found: Spectra, rival: Symmetrised, *, center: bool) -> str:
    """What averaging with the transpose takes away from the spectrum."""
    top, averaged = float(found.summary.values[0]), float(abs(rival.values[0]))
    kept = share_of_squares(rival.norm, found.summary.norm)
    about = "about " if rival.estimated or found.estimated else ""
    matrix = "the centred matrix" if center else "this matrix"
    lead = (
        f"Over all components, the symmetric part keeps {about}**{share(min(kept, 1.0), 0)}** of the energy of "
        f"{matrix}, the skew-symmetric part "
        f"holds the rest. The symmetric part's largest eigenvalue has size {number(averaged)}; the largest "
        f"singular value is {number(top)}."
    )
    the_rest = "" if rival.complete else " There may be more: see “Indefinite kernels”."
    signs = (
        f" {rival.negative:,} of its {'' if rival.complete else 'leading '}{len(rival.values):,} eigenvalues "
        f"{plural(rival.negative, 'is', 'are')} negative: it is not a Mercer kernel.{the_rest}"
        if rival.negative
        else ""
    )
    return lead + signs


def best_methods(methods: Sequence[RankedMethod], rank: int, n: int) -> str:
    """Which method's neighbours share the class most often; none where the scores are close."""
    scored = [m for m in methods if m.one_side is not None]
    if not scored:
        return f"Up to {rank} components by four methods. Without labels there is no score to compare them."
    best, least = max(scored, key=_score), min(scored, key=_score)
    noise = _noise(n)
    if best is least:
        return f"With up to {rank} components, only {best.name} has a neighbour score: **{share(_score(best))}**."
    if _score(best) - _score(least) <= noise:
        return (
            f"With up to {rank} components, **the methods are too close to name the best**. The neighbour scores of "
            f"{listed([m.name for m in scored])} are between {share(_score(least))} and **{share(_score(best))}**."
            f"{_which(scored)} They are of the same {n:,} samples; the difference is not tested here."
        )
    close = [m.name for m in scored if m is not best and _score(best) - _score(m) <= noise]
    side = " with rows and columns" if best.both is not None and best.both >= (best.one_side or 0.0) else ""
    lead = (
        f"With up to {rank} components, **{best.name}**{side} has the highest neighbour score "
        f"(**{share(_score(best))}**)."
    )
    if not close:
        return lead
    are = "is" if len(close) == 1 else "are"
    return f"{lead} On these {n:,} samples, {listed(close)} {are} close to it; this is not tested here."


def changes(effects: Sequence[Effect], rank: int, n: int) -> str:
    """Which choice moves the neighbour score most."""
    spans = {}
    for group in dict.fromkeys(e.group for e in effects):
        of = [e for e in effects if e.group == group]
        columns = [
            [score for score in column if score is not None] for column in zip(*map(_scores, of), strict=True)
        ]
        if any(len(column) > 1 for column in columns):
            spans[group] = max(max(column) - min(column) for column in columns if column)
    if not spans:
        return f"The first {rank} components under each choice. The choice in use is marked."
    most = max(spans, key=lambda group: spans[group])
    if spans[most] <= _noise(n):
        return (
            f"No choice changes a neighbour score by more than {100 * spans[most]:.1f} points. All scores are of the "
            f"same {n:,} samples; the differences are not tested here."
        )
    return (
        f"**{most}** matters most: this choice changes a neighbour score by {100 * spans[most]:.0f} points."
    )


def choices(*, scored: bool, rescaled: bool) -> str:
    """How to read the table of choices; ``scored`` : whether it has neighbour scores, ``rescaled`` : two kernels."""
    score = f" Neighbour score: {NEIGHBOURS}." if scored else ""
    scales = (
        " On another scaling of the table, K is another matrix: compare how fast its singular values fall, not their "
        "sizes."
    )
    return f"One choice is changed at a time; the others are as in the settings.{score}{scales if rescaled else ''}"


def too_large_to_group(shape: tuple[int, int], most: int) -> str:
    """Why no groups are found.

    Examples
    --------
    >>> too_large_to_group((3000, 10), 2000)
    'Groups are found in matrices of up to 2,000 rows and columns. This one is 3,000 × 10.'
    """
    n, m = shape
    return f"Groups are found in matrices of up to {most:,} rows and columns. This one is {n:,} × {m:,}."


def grouped(groups: MatrixGroups, problem: Problem) -> str:
    """Whether the groups hold more than sums and chance, whether rows and columns differ, and what the classes say."""
    inside, expected = share(groups.inside, 0), share(groups.expected, 0)
    chance = float(groups.by_chance.max())
    lead = (
        f"Blocks on the diagonal, each a row group and the column group of the same number, hold **{inside}** of the "
        f"sum of all entries. The row and column sums alone would give {expected}."
    )
    if groups.gain <= max(chance, 0.0) + TWO_POINTS:
        verdict = (
            f"**These groups are no finding.** In shuffled matrices, the same method gains {_points(chance)} over "
            f"what the sums alone give, and here it gains {_points(groups.gain)}."
        )
    else:
        verdict = (
            f"**The matrix has groups.** {lead} The difference is {_points(groups.gain)}; in shuffled matrices, the "
            f"same method gains at most {_points(chance)}."
        )
        lead = ""
    said = [verdict, lead] if lead else [verdict]
    if groups.moved is not None:
        said.append(_moved(groups.moved, problem))
    rows, columns = groups.agreement
    if rows is not None and columns is not None:
        said.append(
            f"Agreement with the classes is {fixed(rows, 2)} for rows and {fixed(columns, 2)} for columns (adjusted "
            "Rand index; chance gives 0)."
        )
    return " ".join(said)


def _moved(moved: float, problem: Problem) -> str:
    if not moved:
        return f"Every {problem.row_word} is in the same group as a row and as a column."
    moving = f"**{share(moved, 0)}** of the {problem.row_word}s"
    return f"{moving} are in one group as a row and in another group as a column."


def _points(gain: float) -> str:
    return f"{fixed(100 * gain)} points"


def directed(scores: Sequence[DirectionScores]) -> str:
    """Whether features tell which way a link points better than the degrees of its ends do."""
    means = {one.method: float(one.auc.mean()) for one in scores}
    best = max((one for one in means if one in FEATURES), key=means.__getitem__)
    degrees, held = means["degrees"], f"{scores[0].n_edges:,}"
    if means[best] <= HALF + TWO_POINTS:
        verdict = "**No features tell which way a link points.**"
    elif means[best] > degrees + TWO_POINTS:
        verdict = (
            f"**{capitalised(TOLD_BY[best])} tell which way a link points, and better than degrees do.**"
        )
    else:
        verdict = "**Features do not tell more than degrees do about which way a link points.**"
    return (
        f"{verdict} {held} links were held out, five times. With {TOLD_BY[best]}, a true link scores higher than a "
        f"reversed one in {means[best]:.0%} of all pairs; with degrees alone in {degrees:.0%}."
    )


def _noise(n: int) -> float:
    """Differences that name no best method without a test of the pair: 1/√n at most, and two points at least."""
    return max(float(1.0 / max(n, 1) ** 0.5), TWO_POINTS)


def _which(methods: Sequence[RankedMethod]) -> str:
    """Which of two scores is told, where a method has two."""
    return (
        " Of two scores of a method, the higher one counts."
        if any(m.both is not None for m in methods)
        else ""
    )


def _score(method: RankedMethod) -> float:
    return max(method.one_side or 0.0, method.both or 0.0)


def _scores(effect: Effect) -> tuple[float | None, float | None]:
    """As the table has them: of the rows, of rows and columns."""
    return effect.left, effect.both
