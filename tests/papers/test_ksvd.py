"""Every table of the KSVD paper runs on small data and gives every published cell and no other."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData, TableData
from askcore.papers import protocol, published, table, tables
from askcore.papers.engine.published import KSVD_PAPER, published_value
from askcore.papers.engine.result import COLUMNS


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
TABLES = {"liver": rows(), "yacht": rows(True)}
TUNED = {"gammas": [1.0, 10.0], "factors": [1.0, 2.0]}
RUNS = {
    "ksvd-1": ({"cora": graph()}, {"n_components": 20, **TUNED}),
    "ksvd-2": ({"cora": graph()}, {"n_components": 20}),
    "ksvd-3": (TABLES, {"factors": [1.0], "inner_folds": 2}),
    "ksvd-4": ({"cora": graph()}, {"n_components": 3}),
    "ksvd-5": ({"cora": graph()}, {"n_components": 3}),
    "ksvd-6": (TABLES, {"inner_folds": 2}),
    "ksvd-section-5.2": (TABLES, {}),
}


@pytest.mark.parametrize("name", RUNS)
def test_every_cell_that_is_published_and_no_other(name):
    data, options = RUNS[name]
    chosen = protocol(name)
    result = table(name, data=data, options=options, repeats=1).run()
    assert not result.problems
    assert result.notes == chosen.left_open + result.remarks
    keys = ["dataset", "method", "metric"]
    found = result.table[result.table["tuning"] == "as published"]
    expected = published(KSVD_PAPER, chosen.table)
    expected = expected[expected["dataset"].isin(data)]
    assert set(map(tuple, found[keys].to_numpy())) == set(map(tuple, expected[keys].to_numpy()))
    assert found["published"].notna().all()
    assert (result.table["repeats"] == 1).all()
    extra = result.table[result.table["tuning"] == "alike"]
    assert set(extra["method"]) == set(chosen.alike)
    assert extra["published"].isna().all()
    scores = result.table[result.table["metric"].isin(["micro_f1", "macro_f1", "accuracy", "auroc"])]
    assert scores["reproduced"].between(0, 1).all()
    assert set(COLUMNS) <= set(result.table)


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


def test_repeats_begin_alike_and_options_count():
    def scores(**changes):
        given = {"n_components": 10, **changes}
        run = table("ksvd-1", data={"cora": HARD}, methods=["KSVD"], repeats=2, options=given)
        return run.run().table["reproduced"].tolist()

    assert scores() == scores()
    assert scores(kernel="sne", kernel_params={"sigma": 1.7}) != scores()
    one = table("ksvd-1", data={"cora": graph()}, methods=["KSVD"], repeats=1, options={"n_components": 10})
    two = table("ksvd-1", data={"cora": graph()}, methods=["KSVD"], repeats=2, options={"n_components": 10})
    first, both = (run.run().records[0]["values"]["KSVD"]["micro_f1"] for run in (one, two))
    assert first[0] == both[0]


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


def test_published_figures():
    assert published_value(KSVD_PAPER, "1", "cora", "KSVD", "micro_f1")[0] == 0.792
    assert np.isnan(published_value(KSVD_PAPER, "1", "mars", "KSVD", "micro_f1")[0])
    everything = published()
    assert {name.split(" (")[0] for name in everything["paper"]} == {"AsK-LS", "KSVD", "Indefinite LS-SVM"}
    assert not everything.duplicated(["paper", "table", "dataset", "method", "metric"]).any()


def test_tuned_rows_try_the_kernels_of_the_options():
    def scores(**changes):
        given = {"n_components": 10, **TUNED, "factors": [1.0], **changes}
        run = table("ksvd-1", data={"cora": HARD}, methods=["KSVD, tuned"], repeats=2, options=given)
        return run.run().table["reproduced"].tolist()

    only_sne = scores(tuned_kernels={"ksvd": ["sne"]})
    only_linear = scores(tuned_kernels={"ksvd": ["linear"]})
    assert only_sne != only_linear
    with pytest.raises(ValueError, match="at least one candidate"):
        scores(tuned_kernels={"ksvd": []})


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
        "KSVD RBF a1, a preparation and bandwidth whose kernel matrix is constant was no candidate: liver 2 of 2 "
        "repeats.",
    )
    assert "Nothing is left to decompose" in none.problems["KSVD RBF a1 on liver"]
