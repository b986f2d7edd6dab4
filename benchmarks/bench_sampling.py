"""What sampling rows and columns saves: the sample that the Nyström page is shown on, and from what size on it pays.

The first 500 to 5,000 rows of "Swiss roll" as the page opens on it: rank 10, 100 rows and columns. With all of them
sampling is to be ten times as fast as the exact method, with a subspace error below 0.05; the page says that it pays
from about ``PAYS_FROM`` rows on, where the exact method takes longer than ``TOO_QUICK``.
"""

from __future__ import annotations

from askcore.datasets import TableData, describe_sample, load_sample
from askcore.experiments import KernelChoice, Problem, exact_triplets, sampled_triplets
from askcore.experiments.sampling.triplets import PAYS_FROM, TOO_QUICK, SamplingChoice
from benchmarks.measure import compare, record, run, sized

RANK, LINES = sized((10, 100), (3, 20))
SIZES = sized((500, 1_000, 2_000, 3_000, 5_000), (100, 5_000))


def swiss_roll() -> None:
    """Every size."""
    data = load_sample("swiss_roll")
    preset = describe_sample("swiss_roll").preset
    choice = KernelChoice(preset["kernel"], standardise=True, bandwidth=preset["bandwidth"])
    exact_triplets(Problem(TableData(data.X[:500], data.y[:500]), choice), RANK)  # imports and cold caches
    for n in SIZES:
        problem = Problem(TableData(data.X[: sized(n, 100)], data.y[: sized(n, 100)]), choice)
        exact = exact_triplets(problem, RANK)
        found = compare(
            f"sampling.rows_{n}",
            ours=lambda p=problem, e=exact: sampled_triplets(p, SamplingChoice(RANK, LINES, LINES), e),
            exact=lambda p=problem: exact_triplets(p, RANK),
            note=f"pays from about here on, past {TOO_QUICK:g} s" if n == PAYS_FROM else "",
        )
    record(
        "sampling.subspace_error", found.results["ours"].subspace_error, "subspace error", note=f"{n:,} rows"
    )


if __name__ == "__main__":
    run({"swiss_roll": swiss_roll})
