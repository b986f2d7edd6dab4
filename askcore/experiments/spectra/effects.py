"""What each choice changes: the same matrix with every centring, scaling and compatibility, one at a time.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.spectra.decomposition import Spectra, spectra
from askcore.experiments.spectra.neighbours import neighbour_score
from askcore.experiments.spectral_problem import SpectralChoice, SpectralProblem, spectral_problem

__all__ = ["Effect", "choice_effects"]


@dataclass(frozen=True)
class Effect:
    """One way to decompose, and what comes of it.

    ``values`` are the first singular values; ``left`` and ``both`` the neighbour scores of the row features alone and
    of both sides, None where there are no labels or no second side; ``energy`` the share in the first ``rank``.
    ``current`` marks the way that the page shows.
    """

    group: str
    name: str
    current: bool
    values: tuple[float, ...]
    energy: float
    left: float | None
    both: float | None
    problem: str = ""


def choice_effects(
    data: GraphData | TableData | MatrixData,
    choice: SpectralChoice,
    *,
    center: bool,
    scaling: str,
    rank: int,
) -> tuple[Effect, ...]:
    """The same matrix decomposed with each centring, each scaling, and each compatibility where there is a choice."""
    effects = []
    done: dict[tuple[SpectralChoice, bool], tuple[SpectralProblem, Spectra]] = {}
    for group, name, changed, centred, power, current in _ways(data, choice, center, scaling):
        try:
            if (changed, centred) not in done:
                problem = spectral_problem(data, changed)
                done[changed, centred] = problem, spectra(problem, center=centred, leading=max(rank, 3))
        except DataError as error:
            effects.append(Effect(group, name, current, (), 0.0, None, None, error.problem))
            continue
        problem, found = done[changed, centred]
        r = min(rank, found.triplets.rank)
        left, right = found.features(r, power)
        effects.append(
            Effect(
                group,
                name,
                current,
                tuple(float(v) for v in found.summary.values[:3]),
                float(found.summary.energy[r - 1]),
                neighbour_score(left, problem.row_labels),
                neighbour_score(np.hstack([left, right]), problem.row_labels)
                if problem.same_samples
                else None,
            )
        )
    return tuple(effects)


def _ways(
    data: GraphData | TableData | MatrixData, choice: SpectralChoice, center: bool, scaling: str
) -> Iterator[tuple[str, str, SpectralChoice, bool, str, bool]]:
    """(group, name, choice, centred, scaling, whether it is the current one)."""
    for centred, name in ((True, "rows and columns centred"), (False, "as it is")):
        yield "Centring", name, choice, centred, scaling, centred == center
    for power, name in (("none", "U"), ("sqrt", "U √S"), ("full", "U S")):
        yield "Scaling of the features", name, choice, center, power, power == scaling
    if not isinstance(data, TableData):
        return
    for scaled, name in ((True, "unit variance"), (False, "own units")):
        changed = replace(choice, kernel=replace(choice.kernel, standardise=scaled))
        yield "Scaling of the table", name, changed, center, scaling, scaled == choice.kernel.standardise
    if choice.matrix == "crossed" and data.n_samples != data.n_features:
        now = "pca" if choice.compatibility == "auto" else choice.compatibility
        for how, name in (
            ("pca", "principal directions"),
            ("pinv", "pseudoinverse"),
            ("random", "random directions"),
        ):
            yield "Compatibility", name, replace(choice, compatibility=how), center, scaling, how == now
