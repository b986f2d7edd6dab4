"""What sampling rows and columns saves: the sample that the Nyström page is shown on, and from what size on it pays.

a. "Swiss roll" as the page opens on it: 5,000 rows, rank 10, 100 rows and columns. Floors: 10 times as fast as the
   exact method, subspace error below 0.05.
b. The first 500 to 5,000 rows of it: seconds of the exact method. The page says that sampling pays from about
   ``PAYS_FROM`` rows on, where they pass ``TOO_QUICK``.

One BLAS thread unless OPENBLAS_NUM_THREADS says otherwise. Exit code 1 where a floor is missed.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys

from askcore.datasets import TableData, describe_sample, load_sample
from askcore.experiments import KernelChoice, Problem, SamplingChoice, exact_triplets, sampled_triplets
from askcore.experiments.sampling.verdict import PAYS_FROM, TOO_QUICK

RANK, LINES = 10, 100
SIZES = (500, 1_000, 2_000, 3_000, 5_000)
FASTER, ERROR = 10.0, 0.05


def main() -> int:
    """Run both parts."""
    data = load_sample("swiss_roll")
    preset = describe_sample("swiss_roll").preset
    choice = KernelChoice(preset["kernel"], standardise=True, bandwidth=preset["bandwidth"])
    print(f"rows  exact  sampled ({LINES} rows and columns)  ratio  subspace error")
    # A first run pays for imports and cold caches.
    for n in (SIZES[0], *SIZES):
        problem = Problem(TableData(data.X[:n], data.y[:n]), choice)
        exact = exact_triplets(problem, RANK)
        found = sampled_triplets(problem, SamplingChoice(RANK, LINES, LINES), exact)
        ratio = exact.seconds / found.seconds
        line = f"{n:5,} {exact.seconds:6.3f} {found.seconds:8.4f} {ratio:30.1f} {found.subspace_error:10.3f}"
        print(line + ("  (pays from here on)" if n == PAYS_FROM else ""))
    print(f"too quick to pay: below {TOO_QUICK:g} s")
    return int(ratio < FASTER or found.subspace_error > ERROR)


if __name__ == "__main__":
    sys.exit(main())
