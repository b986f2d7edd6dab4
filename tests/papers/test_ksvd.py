"""Tables of the KSVD paper on small data: what is measured in seconds, what is refused, and which options count."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData, TableData
from askcore.papers import protocol, published, table, tables
from askcore.papers.engine.protocol import KSVD_PAPER


def graph(n=120, within=0.15, across=0.01):
    rng = np.random.default_rng(0)
    k = np.arange(n) % 3
    A = (rng.random((n, n)) < np.where(k[:, None] == k, within, across)) * 1.0
    return GraphData(sp.csr_array(A), [str(i) for i in range(n)], labels=k)


def rows(regression=False, text=False):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 6))
    y = X[:, 0] + 0.1 * rng.normal(size=60)
    numbers = [f"{value:.3f}" for value in y] if text else y
    return TableData(X, numbers if regression else (y > 0).astype(int))


HARD = graph(within=0.06, across=0.03)
TUNED = {"gammas": [1.0, 10.0], "factors": [1.0, 2.0]}


@pytest.mark.parametrize("name", ["ksvd-4", "ksvd-5"])
def test_a_race_fills_every_published_cell_and_no_other(name):
    """The other tables are held to the digit, which seconds cannot be."""
    keys = ["dataset", "method", "metric"]
    run = table(name, data={"cora": graph()}, options={"n_components": 3}, repeats=1)
    found = run.run().table
    expected = published(KSVD_PAPER, protocol(name).table).query("dataset == 'cora'")
    assert {*map(tuple, found[keys].to_numpy())} == {*map(tuple, expected[keys].to_numpy())}
    assert found["reproduced"].gt(0).all()


def test_seconds_are_measured_alone():
    assert {each.key: each.parallel for each in tables() if each.paper == KSVD_PAPER and not each.parallel} == {
        "ksvd-4": False, "ksvd-5": False, "ksvd-figure-1": False,
    }  # fmt: skip


def test_numbers_may_come_as_text_and_the_scores_are_the_same():
    def score(data):
        run = table("ksvd-6", data={"yacht": data}, methods=["KSVD"], repeats=2)
        return run.run().table["reproduced"].tolist()

    as_text = [f"{value:.3f}" for value in rows(True).y]
    plain = rows(True, text=True)
    assert plain.y.dtype.kind == "U" or plain.is_regression
    assert score(plain) == score(TableData(rows().X, np.array(as_text, dtype=float)))
    words = TableData(rows().X, ["low", "high"] * 30)
    run = table("ksvd-6", data={"yacht": words}, methods=["KSVD"], repeats=1)
    assert "are to be predicted as numbers" in run.run().problems["KSVD on yacht"]


def test_input_that_does_not_fit():
    with pytest.raises(
        ValueError, match=r"methods must be among 'PCA', 'KPCA', 'SVD', 'KSVD', .* got \['SVM'\]"
    ):
        table("ksvd-1", data={"cora": graph()}, methods=["SVM"])
    given = {"data": {"liver": rows()}, "methods": ["KSVD"], "repeats": 1}
    with pytest.raises(ValueError, match="prepare must be one of 'none', 'standard', 'minmax'"):
        table("ksvd-6", options={"prepare": "half"}, **given).run()
    with pytest.raises(ValueError, match="of must be one of 'rows', 'columns'"):
        table("ksvd-section-5.2", data={"liver": rows()}, repeats=1, options={"of": "both"}).run()
    bare = {"liver": TableData(rows().X)}
    problems = table("ksvd-6", data=bare, methods=["KSVD"], repeats=1).run().problems
    assert "'liver' has no label column" in problems["KSVD on liver"]


def test_the_orientation_belongs_to_the_data_set():
    def score(name, **options):
        run = table(
            "ksvd-1",
            data={name: HARD},
            methods=["SVD"],
            repeats=1,
            options={"n_components": 10, **options},
        )
        return run.run().table["reproduced"].tolist()

    assert score("pubmed") == score("cora", orientation="in")
    assert score("cora") == score("pubmed", orientation="out")
    assert score("cora") != score("pubmed")


def test_a_bandwidth_that_leaves_nothing_is_no_candidate():
    def run(*factors):
        given = {"factors": list(factors), "inner_folds": 2}
        return table(
            "ksvd-3", data={"liver": rows()}, methods=["KSVD RBF a1"], repeats=2, options=given
        ).run()

    both, sound, none = run(1e-5, 1.0), run(1.0), run(1e-5)
    np.testing.assert_array_equal(both.table["reproduced"], sound.table["reproduced"])
    assert not sound.remarks
    assert both.remarks == (
        "KSVD RBF a1, candidates with a constant kernel matrix were excluded: liver (2 of 2 repeats).",
    )
    assert "Nothing is left to decompose" in none.problems["KSVD RBF a1 on liver"]
