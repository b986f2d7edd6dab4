"""Every table of the KSVD paper runs on small data; on the published data Cora's figure is met."""

import os
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData, TableData, load_sample
from askcore.experiments import Cancelled
from askcore.experiments.papers import KSVD_PAPER, ksvd, published, published_value

COLUMNS = [
    "paper", "table", "dataset", "method", "metric", "published", "published_std", "reproduced", "std",
    "difference",
]  # fmt: skip


def graph(n=120):
    rng = np.random.default_rng(0)
    k = np.arange(n) % 3
    A = (rng.random((n, n)) < np.where(k[:, None] == k, 0.15, 0.01)) * 1.0
    return GraphData(sp.csr_array(A), [str(i) for i in range(n)], labels=k)


def table(regression=False):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 6))
    y = X[:, 0] + 0.1 * rng.normal(size=60)
    return TableData(X, [f"{value:.3f}" for value in y] if regression else (y > 0).astype(int))


RUNS = {
    "1": lambda: ksvd.table_1({"cora": graph()}, n_components=20, repeats=2),
    "2": lambda: ksvd.table_2({"cora": graph()}, n_components=20),
    "3": lambda: ksvd.table_3({"liver": table(), "yacht": table(True)}, repeats=2, factors=(1.0, 3.0)),
    "4": lambda: ksvd.table_4({"cora": graph()}, n_components=3, repeats=1),
    "5": lambda: ksvd.table_5({"cora": graph()}, n_components=3, repeats=1),
    "6": lambda: ksvd.table_6({"liver": table(), "yacht": table(True)}, repeats=2),
}


@pytest.mark.parametrize("name", RUNS)
def test_every_cell_that_is_published_and_no_other(name):
    result = RUNS[name]().run()
    assert result.table.columns.tolist() == COLUMNS
    assert result.notes
    keys = ["dataset", "method", "metric"]
    expected = published(KSVD_PAPER, name)
    expected = expected[expected["dataset"].isin(result.table["dataset"])]
    assert set(map(tuple, result.table[keys].to_numpy())) == set(map(tuple, expected[keys].to_numpy()))
    np.testing.assert_allclose(
        result.table["difference"], result.table["reproduced"] - result.table["published"]
    )
    assert result.table["published"].notna().all()
    scores = result.table[result.table["metric"].isin(["micro_f1", "macro_f1", "accuracy", "auroc"])]
    assert scores["reproduced"].between(0, 1).all()


def test_figures_have_no_published_numbers():
    one = ksvd.figure_1({"cora": graph()}, n_components=3, bandwidths=(1.0, 2.0)).run().table
    assert one["published"].isna().all()
    assert set(one["metric"]) == {"samples", "speedup_over_rsvd"}
    two = ksvd.figure_2({"cora": graph()}, samples=(20, 60), n_components=10, repeats=2).run().table
    assert two["reproduced"].between(0, 1).all()
    assert len(two) == 8


def test_methods_repeat_progress_and_cancel():
    def start():
        return ksvd.table_1({"cora": graph()}, n_components=10, repeats=2, methods=["SVD", "KSVD"])

    run, seen = start(), []
    assert run.settings["seconds"] > 0
    first = run.run(progress=seen.append).table
    assert [at.label for at in seen] == ["SVD on cora", "done"]
    assert first["reproduced"].tolist() == start().run().table["reproduced"].tolist()
    with pytest.raises(Cancelled, match="Stopped after 1 of 2 steps"):
        start().run(cancel=lambda: True)
    with pytest.raises(
        ValueError, match=r"methods must be among 'PCA', 'KPCA', 'SVD', 'KSVD', got \['SVM'\]"
    ):
        ksvd.table_1({"cora": graph()}, methods=["SVM"])
    with pytest.raises(ValueError, match="prepare must be one of 'none', 'standard', 'minmax'"):
        ksvd.table_6({"liver": table()}, prepare="half").run()
    with pytest.raises(ValueError, match="'liver' has no label column"):
        ksvd.table_6({"liver": TableData(table().X)}).run()


def test_published_figures():
    assert published_value(KSVD_PAPER, "1", "cora", "KSVD", "micro_f1")[0] == 0.792
    assert np.isnan(published_value(KSVD_PAPER, "1", "mars", "KSVD", "micro_f1")[0])
    everything = published()
    assert {name.split(" (")[0] for name in everything["paper"]} == {"AsK-LS", "KSVD", "Indefinite LS-SVM"}
    assert not everything.duplicated(["paper", "table", "dataset", "method", "metric"]).any()


def test_sample_graphs_go_through():
    result = ksvd.table_2({"seven": load_sample("teaching_graph")}, n_components=2).run()
    assert result.table["published"].isna().all()


@pytest.mark.full_data
@pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder")
def test_cora_meets_the_published_figure():
    with np.load(Path(os.environ["ASKCORE_DATA"]) / "graphs" / "cora.npz", allow_pickle=False) as stored:
        edges, labels = stored["edges"], stored["labels"]
    n = len(labels)
    A = sp.csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(n, n))
    cora = GraphData(A, [str(i) for i in range(n)], labels=labels)
    result = ksvd.table_1({"cora": cora}, repeats=2, methods=["KSVD"]).run()
    assert result.table["difference"].abs().max() < 0.02
