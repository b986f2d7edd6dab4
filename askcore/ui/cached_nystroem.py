"""What the page "Nyström speed-up" computes at once, kept.

UI floor.
"""

from __future__ import annotations

from askcore import experiments
from askcore.experiments import (
    BlockMeans,
    ExactLook,
    SampledLook,
    SamplingChoice,
    SpectralChoice,
    block_means,
    class_order,
)
from askcore.ui.cache import Data, kept, matrix

__all__ = ["exact", "picture", "sampled"]

ENTRY_BY_ENTRY = 400  # rows and columns up to which every entry is drawn
MOST_ROWS = 250


@kept(entries=16, spinner="Decomposing the matrix exactly …")
def exact(data: Data, choice: SpectralChoice, rank: int) -> ExactLook:
    """The exact leading triplets and what they cost."""
    return experiments.exact_look(data, choice, rank)


@kept(entries=32, spinner="Sampling …")
def sampled(data: Data, choice: SpectralChoice, sampling: SamplingChoice) -> SampledLook:
    """The sampled ones; raises DataError where the sample says nothing."""
    return experiments.sampled_look(data, choice, sampling, exact(data, choice, sampling.rank))


@kept(entries=8, spinner="Drawing the matrix …")
def picture(data: Data, choice: SpectralChoice) -> BlockMeans:
    """The matrix ordered by class, in block means where it is large: products only, whatever its size."""
    problem = matrix(data, choice)
    n, m = problem.shape
    rows, columns = class_order(problem.row_labels, n), class_order(problem.column_labels, m)
    return block_means(
        problem.operator, rows, columns, most=MOST_ROWS if max(n, m) > ENTRY_BY_ENTRY else max(n, m)
    )
