"""A Dask cluster of two worker processes on this machine, for the tests of a module."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def client():
    """A client of two workers of one thread; nothing but 127.0.0.1 is listened to."""
    distributed = pytest.importorskip("distributed", reason="dask and distributed are not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            memory_limit="1GiB",
        ) as cluster,
        distributed.Client(cluster) as opened,
    ):  # fmt: skip
        yield opened
