"""On the published data the figures of table 1 are met."""

import os
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData
from askcore.experiments.papers import table

pytestmark = [
    pytest.mark.full_data,
    pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder"),
]


def stored_graph(name):
    with np.load(Path(os.environ["ASKCORE_DATA"]) / "graphs" / f"{name}.npz", allow_pickle=False) as stored:
        edges, labels = stored["edges"], stored["labels"]
    n = len(labels)
    A = sp.csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(n, n))
    return GraphData(A, [str(i) for i in range(n)], labels=labels)


def test_cora_meets_the_published_figures():
    methods = ["PCA", "KPCA", "SVD", "KSVD"]
    run = table("ksvd-1", data={"cora": stored_graph("cora")}, repeats=2, methods=methods)
    assert run.run().table["difference"].abs().max() < 0.02
