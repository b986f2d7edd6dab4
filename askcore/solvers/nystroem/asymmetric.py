r"""The asymmetric Nystroem method: singular triplets of an (N, M) kernel matrix from n of its rows and m columns.

Source: Tao et al. 2023, section 4. With W = G[rows, columns] = U S V^T,

    u_s ~ G[:, columns] v_s / s,    v_s ~ G[rows, :]^T u_s / s,    lambda_s ~ sqrt(N M / (n m)) s,

each normalised (``oversampling=0``, the published form). These vectors are not orthogonal, and the later ones
mix with what was cut off. By default we keep more of W's modes than asked for, G ~ C W_k^+ R with k = 3 rank, and
cut after an exact SVD of that product (two thin QRs): the same samples, orthonormal vectors, a third of the error.

Only the sampled rows and columns are evaluated. What needs all of them, SNE's and T's denominators and the means
of centring, is estimated from the same product, and the result says so.
"""

from __future__ import annotations

from dataclasses import replace
from numbers import Real
from time import perf_counter
from typing import Any

import numpy as np

from askcore._random import Seed, check_random_state
from askcore._threads import one_thread
from askcore._validation import DataError, check_memory, check_whole, read_only
from askcore.operators import KernelOperator, LazyOperator, as_operator
from askcore.solvers.nystroem.blocks import (
    Blocks,
    Nystroem,
    Step,
    centre,
    entries_so_far,
    evaluate,
    held_out_error,
    solve,
)
from askcore.solvers.nystroem.sampling import sample
from askcore.solvers.svd.singular import check_rank, fix_signs

WIDER = 2  # modes kept beyond the rank, as multiples of it, before the final cut
GROWTH = 2.0  # each step of the tolerance mode doubles the sample


def asymmetric_nystroem(
    G: Any,
    rank: int,
    *,
    n_rows: int | None = None,
    n_columns: int | None = None,
    sampling: str = "uniform",
    oversampling: int | None = None,
    center: bool = False,
    tolerance: float | None = None,
    random_state: Seed = None,
) -> Nystroem:
    """Approximate the ``rank`` leading singular triplets of G (N, M) from sampled rows and columns.

    Parameters
    ----------
    G : (N, M) operator (evaluated on demand), array or sparse matrix.
    rank : number of triplets.
    n_rows, n_columns : sample sizes, at least ``rank``. If one is given, it is used for both. The default is 10 times
        the rank, at most N and M. With ``tolerance``, these are the initial sizes (by default, 4 times the rank).
    sampling : one of ``SAMPLINGS``.
    oversampling : number of components of the sampled block kept in addition to ``rank`` before the final truncation.
        None: twice the rank; 0: the published formula.
    center : whether to centre rows and columns, with means estimated from the sample (``CenteredOperator`` centres
        exactly).
    tolerance : double the sample until the error on test rows and columns is at most this value. The error is the mean
        sine between G V S^-1 and U over rows that were not sampled, and similarly for columns.
    random_state : seed or RandomState.

    Returns
    -------
    Nystroem : values (r,) in units of G, vectors (N, r) and (M, r), their cost, and notes on estimates.

    Raises
    ------
    DataError : a sample is smaller than the rank, the rank is above min(N, M), the sampling is unknown, or blocks are
        too large for memory.
    ZeroBlockError : the sampled block is zero (this is a DataError).
    ValueError : a size or the oversampling is not a whole number, or the tolerance is not positive.

    References
    ----------
    Tao et al. 2023, section 4.
    """
    with one_thread():
        G = as_operator(G)
        check_rank(rank, G.shape)
        if tolerance is not None and not (isinstance(tolerance, Real) and tolerance > 0):
            raise ValueError(f"tolerance must be positive or None, got {tolerance!r}.")
        rng = check_random_state(random_state)
        n, m = _sizes(G, rank, n_rows, n_columns, default=10 if tolerance is None else 4)
        extra = WIDER * rank if oversampling is None else oversampling
        check_whole(0, oversampling=extra)
        steps: list[Step] = []
        spent = np.zeros(3)  # entries, seconds of the kernel and of the rest
        while True:
            found, blocks = _once(G, rank, extra, (n, m), sampling, center, rng)
            if tolerance is None:
                return found
            start = perf_counter()
            error, entries = held_out_error(G, found, blocks, rng)
            steps.append(Step(n, m, error))
            spent += found.entries, found.seconds_kernel, found.seconds_solve
            spent[:2] += entries, perf_counter() - start
            if error <= tolerance or (n, m) == G.shape:
                break
            n, m = (min(size, int(np.ceil(GROWTH * k))) for size, k in ((G.shape[0], n), (G.shape[1], m)))
        notes = found.notes
        if error > tolerance:
            notes = (*notes, f"Every row and column was sampled; the check still reads {error:.2g}.")
        cost = {"entries": int(spent[0]), "seconds_kernel": spent[1], "seconds_solve": spent[2]}
        return replace(found, error=error, steps=tuple(steps), notes=notes, **cost)


def _sizes(
    G: KernelOperator, rank: int, n_rows: int | None, n_columns: int | None, *, default: int
) -> tuple[int, int]:
    """Checked sample sizes; one that is given stands for both."""
    given = (n_columns if n_rows is None else n_rows, n_rows if n_columns is None else n_columns)
    sizes = []
    for size, limit, what in zip(given, G.shape, ("rows", "columns"), strict=True):
        if size is None:
            size = min(default * rank, limit)
        check_whole(0, **{f"n_{what}": size})
        if size < rank:
            raise DataError(
                f"{size} sampled {what} cannot give {rank} components",
                remedy=f"Sample at least {rank} {what}, or ask for fewer components.",
            )
        if size > limit:
            raise DataError(
                f"{size:,} {what} were to be sampled of {limit:,}", remedy=f"Sample at most {limit:,}."
            )
        sizes.append(size)
    check_memory(
        16.0 * (G.shape[0] * sizes[1] + G.shape[1] * sizes[0]),
        f"{sizes[0]:,} sampled rows and {sizes[1]:,} columns",
        "Sample fewer.",
    )
    return sizes[0], sizes[1]


def _once(
    G: KernelOperator,
    rank: int,
    extra: int,
    sizes: tuple[int, int],
    sampling: str,
    center: bool,
    rng: np.random.RandomState,
) -> tuple[Nystroem, Blocks]:
    """One sample, evaluated and solved."""
    before, start = entries_so_far(G), perf_counter()
    drawn = sample(G, *sizes, sampling, rng)
    blocks = evaluate(G, drawn, rank + extra, rng)
    entries = entries_so_far(G) - before if isinstance(G, LazyOperator) else blocks.C.size + blocks.R.size
    kernel_done = perf_counter()
    notes = [drawn.note] if drawn.note else []
    if blocks.totals is not None and not blocks.whole:
        notes.append("Row sums were estimated from the sample.")
    if center:
        centre(blocks, rank + extra, rng)
        if not blocks.whole:
            notes.append("Centring means were estimated from the sample.")
    values, left, right, kept = solve(blocks, rank, extra, G.shape, rng)
    if kept < rank:
        notes.append(f"The sampled block has numerical rank {kept}: {kept} components instead of {rank}.")
    left, right = fix_signs(left, right)
    found = Nystroem(
        values=read_only(values),
        left=read_only(left),
        right=read_only(right),
        solver="nystroem",
        notes=tuple(notes),
        rows=read_only(drawn.rows),
        columns=read_only(drawn.columns),
        sampled_rank=kept,
        means=blocks.means,
        entries=int(entries),
        seconds_kernel=kernel_done - start,
        seconds_solve=perf_counter() - kernel_done,
    )
    return found, blocks
