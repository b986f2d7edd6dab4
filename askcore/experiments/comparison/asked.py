"""Does direction pay? Every method on the same splits, tuned by the same inner folds over the same candidates.

Experiment floor. A comparison is a run that can be watched and stopped: iterate over it step by step, or call
``run``. Nothing of a split's test part is read before its methods are tuned and trained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from askcore.datasets import BagData
from askcore.experiments.built_problem import Dataset
from askcore.experiments.comparison.run import Comparison
from askcore.experiments.tuning import Grid

__all__ = ["Comparison", "compare"]


def compare(
    data: Dataset | BagData,
    kernel: Any = None,
    *,
    methods: Sequence[str] | None = None,
    n_splits: int = 5,
    train_size: float = 0.6,
    inner_folds: int = 5,
    metric: str = "micro_f1",
    null: bool = True,
    random_state: int = 0,
    kernel_params: Mapping[str, Any] | None = None,
    grid: Grid | None = None,
) -> Comparison:
    r"""Set up the comparison of AsK-LS with its rivals; ``.run()`` runs it.

    The same stratified repeated splits for every method. On each, every method is tuned by the same inner
    folds of the training part over the same grid of gamma and damping (ties go to the more regularised),
    trained on the whole training part and scored on the test part once. AsK-LS is tuned over two decision
    rules as well (mean of the views; a regression on the views of all classes), embeddings over two numbers
    of features; SVC has one parameter, C, which takes the values of gamma. Kernels are bound, features scaled
    and reference sets taken within each training part. Products over all nodes, the undirected graph and
    embeddings read the whole graph, test nodes included, and no label of theirs.

    In a sparse graph few inner folds favour embeddings: K between fewer training nodes holds fewer links, and the
    features of an embedding do not suffer (Cora with two folds: the folds choose HOPE, 0.71, where K K^T gets
    0.78). Use five or more there.

    The null draws every direction anew and repeats the comparison on the first splits: an advantage that
    stays comes from no direction. For tables and given matrices it swaps K_ij and K_ji at random per pair.

    A mapping of names to kernels is a family, such as exp(-a D) at several a: the inner folds then choose among
    its members, too, for every method alike, and the table has a column ``kernel`` with the name. Where scores
    tie, the earlier member is taken.

    Parameters
    ----------
    data : GraphData, TableData or a square MatrixData, labelled at least in part; or BagData with a kernel over the
        bags.
    kernel : None (D^-1 (A + I) for a graph, SNE for a table, a matrix itself), a ``KernelChoice``, what estimators
        take, or a mapping of names to one of these.
    methods : names in ``METHODS``; by default all that the data allow. AsK-LS is always among them.
    n_splits : at least 2.  train_size : share for training, in (0, 1).  inner_folds : at least 2.
    metric : "micro_f1", "macro_f1", "accuracy" or "balanced_accuracy"; tunes and compares.
    null : whether to repeat with directions drawn anew, on half of the splits.
    random_state : seed of splits, folds and directions.
    kernel_params : of a named kernel or a callable.
    grid : candidates; by default ``FULL_GRID``, or ``SMALL_GRID`` for sparse kernels on more than 1,500 training
        samples, which are solved one by one.

    Returns
    -------
    Comparison : ``.run(progress=None, cancel=None)`` gives a ``ComparisonResult``; iterating over it gives a
    ``Progress`` per step.

    Raises
    ------
    DataError : no labels, or a forecast of time or memory that is not met.
    ValueError : an argument out of its range, a method that is unknown or needs a graph.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> run = compare(load_sample("teaching_graph"), methods=["mean"], n_splits=2, inner_folds=2, null=False)
    >>> sorted(run.run().table["method"].unique())
    ['askls', 'mean']
    """
    return Comparison(
        data,
        kernel,
        kernel_params,
        methods,
        n_splits,
        train_size,
        inner_folds,
        metric,
        null,
        grid,
        random_state,
    )
