"""Work that is larger than a worker's memory: done in parts by two workers, and told where a part is too large."""

from __future__ import annotations

import os

import numpy as np
import pytest

import askcore
from askcore import DataError
from tests.cluster import running_cluster
from tests.commands.started import PATIENT

distributed = pytest.importorskip("distributed", reason="dask and distributed are not installed")
pytestmark = pytest.mark.long

LIMIT = 500 * 2**20  # of a worker, which itself takes a third of it
LANDMARKS, ROWS, PARTITIONS = 100, 20_000, 33
SIDE, HEIGHT, BLOCKS = 8_000, 500, 17


@pytest.fixture(scope="module")
def client():
    """Of two workers with little memory; a task that ends one of them is not given to another one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
        with running_cluster(2, f"{LIMIT}B") as address, distributed.Client(address) as opened:
            opened.wait_for_workers(2, timeout=PATIENT)
            yield opened


def rows_of(part, rows, columns):
    return np.random.default_rng(part).standard_normal((rows, columns))


def far(parts, rows, columns):
    """A dask array whose partitions are made on the workers."""
    import dask
    import dask.array

    task = dask.delayed(rows_of)
    return dask.array.concatenate(
        [dask.array.from_delayed(task(part, rows, columns), (rows, columns), float) for part in range(parts)]
    )


def test_features_that_no_worker_could_hold(client):
    assert 8 * LANDMARKS * ROWS * PARTITIONS > LIMIT
    before = client.run(os.getpid)
    X = far(PARTITIONS, ROWS, 5)
    model = askcore.AsKLSClassifier(
        "rbf", kernel_params={"sigma": 2.0}, n_landmarks=LANDMARKS, random_state=0
    )
    new = rows_of(PARTITIONS, 1_000, 5)
    found = model.fit(X, X[:, 0] > X[:, 1]).decision_function(new)
    assert client.run(os.getpid) == before  # no worker was ended on the way
    here = np.concatenate([rows_of(part, ROWS, 5) for part in range(PARTITIONS)])
    model.fit(here, here[:, 0] > here[:, 1])  # all features at once, in this process
    np.testing.assert_allclose(found, model.decision_function(new), atol=1e-8)


def test_a_partition_that_no_worker_can_hold_is_named(client):
    import dask.array

    X = dask.array.concatenate([far(1, 1_000, 50), far(1, 2_000_000, 50)])
    y = np.arange(2_001_000) % 2
    said = r"^Worker tcp://127\.0\.0\.1:\d+: A worker ended during the same task \(.*\), most likely out of memory"
    with pytest.raises(DataError, match=said):
        askcore.AsKLSClassifier("rbf", n_landmarks=10).fit(X, y)
