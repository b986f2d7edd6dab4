"""What a second worker of a Dask cluster saves, how many links a worker multiplies, and what the driver holds.

Workers are processes of this machine with one thread each, BLAS too; seconds of the fits are of the wall clock. The
fixed-size fit goes over a dask array whose partitions the workers hold: with two of them two cores are needed, and what
the driver does meanwhile (landmarks, the system that the sums solve) is part of the time. The other figures are what
docs/distributed.md counts with.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore import KSVD, AsKLSClassifier
from askcore.kernels import GraphKernel, PrecomputedKernel
from askcore.operators import DistributedOperator
from askcore.solvers import solve_askls
from askcore.solvers.distributed import distributed_graph
from benchmarks.measure import compare, peak_memory, record, run, sized, timed

M, FEATURES, LANDMARKS, PARTITIONS = sized((720_000, 20, 300, 16), (400, 3, 10, 4))
SYSTEM = sized(500_000, 3_000)
GRAPH = sized((100_000, 10), (300, 3))  # nodes, and links of each
NODES, LINKS, CLASSES = sized((400_000, 8_000_000, 5), (200, 600, 2))


@contextmanager
def cluster(workers: int) -> Iterator[Any]:
    """A client of that many workers."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            memory_limit=0,
        ) as found,
        Client(found, set_as_default=False) as client,
    ):
        yield client


def table(client: Any) -> tuple[Any, Any]:
    """Samples and labels that the workers hold, each as many: the same for any number of them."""
    import dask.array
    from distributed import wait

    rows, places = M // PARTITIONS, list(client.nthreads())
    held = [
        client.submit(_samples, part, rows, workers=places[part % len(places)]) for part in range(PARTITIONS)
    ]
    labels = [client.submit(_labels, part) for part in held]
    with client.as_current():
        wait([*held, *labels])
        X = [dask.array.from_delayed(each, (rows, FEATURES), float) for each in held]
        y = [dask.array.from_delayed(each, (rows,), int) for each in labels]
    return dask.array.concatenate(X), dask.array.concatenate(y)


def _samples(part: int, rows: int) -> np.ndarray:
    return np.random.default_rng(part).standard_normal((rows, FEATURES))


def _labels(X: np.ndarray) -> np.ndarray:
    return (X[:, 0] > X[:, 1]).astype(int)


def fixed_size() -> None:
    """Fits with one worker and with two in turns, both clusters there all the time."""
    with cluster(1) as one, cluster(2) as two:
        held = {client: table(client) for client in (one, two)}
        for kernel in ("sne", "rbf"):
            shares: dict[Any, list[float]] = {one: [], two: []}

            def fit(client: Any, kernel: str = kernel, shares: Any = shares) -> AsKLSClassifier:
                model = AsKLSClassifier(
                    kernel, n_landmarks=LANDMARKS, gamma=10.0, damping=0.01, random_state=0
                )
                before, own = client.run(time.process_time), time.thread_time()
                with client.as_current():
                    model.fit(*held[client])
                own = time.thread_time() - own
                after = client.run(time.process_time)
                shares[client].append(own + statistics.mean(after[each] - before[each] for each in before))
                return model

            for client in held:
                fit(client)  # imports
                shares[client].clear()
            found = compare(
                f"distributed.{kernel}",
                ours=lambda fit=fit: fit(two),
                one_worker=lambda fit=fit: fit(one),
                repeats=3,
                clock=time.perf_counter,
                note=f"{M:,} samples, {LANDMARKS} landmarks, {PARTITIONS} partitions",
            )
            a, b = (found.results[each].source_coef_ for each in ("ours", "one_worker"))
            assert np.abs(a - b).max() <= 1e-8 * np.abs(a).max()
            ours, alone = (statistics.median(shares[client]) for client in (two, one))
            record(
                f"distributed.{kernel}.share",
                alone / ours,
                runs=len(shares[one]),
                seconds={"ours": ours, "one_worker": alone},
                note="processor seconds of the driver and of a worker on average: as wall clocks of a quiet machine "
                "would have it, were the workers busy all the time",
            )


def products() -> None:
    """K X and K^T Z of a graph on one worker; the same of one without links, where the vectors alone count."""
    rng = np.random.default_rng(0)
    ends = rng.integers(0, NODES, (2, LINKS))
    A = sp.csr_array((np.ones(LINKS), (ends[0], ends[1])), shape=(NODES, NODES))
    X, size = rng.standard_normal((NODES, CLASSES)), f"{NODES:,} nodes, {A.nnz:,} links, {CLASSES} columns"
    with cluster(1) as client:

        def worker() -> float:
            """Seconds of its processor, which do not depend on what else the machine does."""
            return sum(client.run(time.process_time).values())

        def seconds_of(matrix: Any, clock: Any) -> Any:
            operator = DistributedOperator.from_matrix(matrix, client=client)
            operator.both(X, X)
            return timed(lambda: operator.both(X, X), repeats=5, clock=clock)

        none = sp.csr_array((NODES, NODES))
        work = seconds_of(A, worker).seconds - seconds_of(none, worker).seconds
        sent = seconds_of(none, time.perf_counter)
    links = 2 * A.nnz * CLASSES / max(work, 1e-9)
    record(
        "distributed.links", links, "links times columns a second", runs=sent.runs, note=f"{size}; processor"
    )
    moved = 4 * X.nbytes / sent.seconds / 1e6  # two vectors out, two back
    record("distributed.vectors", moved, "MB a second", runs=sent.runs, note=f"{size}; within this machine")


def driver() -> None:
    """Memory of the driver while it solves a system whose matrix lies on the workers, for each node and class."""
    rng = np.random.default_rng(0)
    A = sp.random_array((SYSTEM, SYSTEM), density=4 / SYSTEM, format="csr", rng=rng)
    Y = np.where(rng.random((SYSTEM, CLASSES)) < 0.5, -1.0, 1.0)
    with cluster(2) as client:
        operator = distributed_graph(DistributedOperator.from_matrix(A, client=client))
        operator.both(Y, Y)
        before = peak_memory()
        found = solve_askls(operator, Y, gamma=1.0, damping=1.0)
    assert found.solver == "iterative"
    record(
        "distributed.driver",
        (peak_memory() - before) / Y.size,
        "bytes",
        runs=1,
        note=f"{SYSTEM:,} nodes, {CLASSES} classes, damped, {found.iterations} steps",
    )


def graph_here_and_there() -> None:
    """A graph that fits in memory: fit and KSVD in this process beside two workers of this machine."""
    n, degree = GRAPH
    rng = np.random.default_rng(0)
    ends = rng.integers(0, n, (2, n * degree))
    A = sp.csr_array((np.ones(n * degree), (ends[0], ends[1])), shape=(n, n))
    kernel = GraphKernel(A, orientation="out")
    S, nodes, y = kernel(np.arange(n), np.arange(n)), np.arange(n), rng.integers(0, 2, n)
    with cluster(2) as client:
        far = distributed_graph(DistributedOperator.from_matrix(A, client=client))
        fit = {"ours": kernel, "two_workers": PrecomputedKernel(far)}
        decomposed = {"ours": S, "two_workers": far}
        calls: dict[str, dict[str, Any]] = {
            "askls": {
                each: lambda k=k: AsKLSClassifier(k, gamma=10.0, damping=0.01, solver="iterative").fit(
                    nodes, y
                )
                for each, k in fit.items()
            },
            "ksvd": {
                each: lambda K=K: KSVD("precomputed", n_components=20).fit(K)
                for each, K in decomposed.items()
            },
        }
        for name, ways in calls.items():
            found = compare(
                f"distributed.graph.{name}",
                **ways,
                repeats=1,
                clock=time.perf_counter,
                note=f"{n:,} nodes, {A.nnz:,} links; how many times as long it takes over a cluster",
            )
            ours, theirs = found.results["ours"], found.results["two_workers"]
            if name == "ksvd":
                assert np.allclose(ours.singular_values_, theirs.singular_values_, rtol=1e-6)
            else:
                gap = np.abs(ours.source_coef_ - theirs.source_coef_).max()
                assert gap <= 1e-6 * np.abs(ours.source_coef_).max()


if __name__ == "__main__":
    run({"fixed_size": fixed_size, "products": products, "driver": driver, "graph": graph_here_and_there})
