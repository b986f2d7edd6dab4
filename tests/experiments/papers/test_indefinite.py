"""Tables of the indefinite LS-SVM paper: the closed-form tuning against refits, and figures on the full data."""

import os
from pathlib import Path

import numpy as np
import pytest

from askcore import DataError
from askcore.datasets import TableData, load_sample
from askcore.experiments.grid import choose
from askcore.experiments.papers import INDEFINITE_PAPER, indefinite, published
from askcore.experiments.papers.cells import COLUMNS
from askcore.kernels import KERNELS
from tests.helpers import naive_lssvm

RBF_AND_TL1 = ["LS-SVM RBF", "LS-SVM TL1 rho=0.7n"]


def table(rng, n=40, d=4):
    X = rng.random((n, d)) * 7 + 1
    return TableData(X, np.where(X[:, 0] > X[:, 1], "a", "b"))


def test_every_method_has_published_cells():
    for number, methods in (("1", indefinite.LSSVM_METHODS), ("2", indefinite.KPCA_METHODS)):
        assert set(published(INDEFINITE_PAPER, number)["method"]) == set(methods)


def test_table_1_quickly(rng):
    data = {"sonar": table(rng), "mine": (table(rng), table(rng, 15))}
    run = indefinite.table_1(data, quick=True)
    result = run.run()
    assert list(result.table.columns) == COLUMNS
    assert len(result.table) == 2 * len(indefinite.LSSVM_METHODS)
    assert run.settings["repeats"] == 2
    assert result.table["reproduced"].between(0, 1).all()
    assert result.table.set_index(["dataset", "method"]).loc[("sonar", "LS-SVM RBF"), "published"] == 0.845
    assert result.table[result.table["dataset"] == "mine"]["published"].isna().all()
    again = indefinite.table_1(data, quick=True).run()
    np.testing.assert_array_equal(again.table["reproduced"], result.table["reproduced"])


def test_the_tuning_in_closed_form_equals_refits(rng):
    """The same folds, kernels and gammas, one naive system for each."""
    part = indefinite._parts(table(rng, 30), 0, 0)
    offered, gammas = [{"rho": 2.8}, {"rho": 1.0}], [0.1, 3.0, 200.0]
    ours = indefinite._tuned_lssvm(part, "tl1", offered, gammas, 5, 3)
    y = np.where(part.codes == 1, 1.0, -1.0)
    scores = []
    for params in offered:
        K = KERNELS["tl1"](part.X, part.X, **params)
        K = K / np.abs(K).max()
        for gamma in gammas:
            right = 0
            for fit, held in indefinite.inner_folds(part.codes, 5, 3):
                alpha, b = naive_lssvm(K[np.ix_(fit, fit)], y[fit], gamma)
                right += ((K[np.ix_(held, fit)] @ alpha + b > 0) == (y[held] > 0)).sum()
            scores.append(right / len(y))
    best = choose(scores)[0]
    params, gamma = offered[best // 3], gammas[best % 3]
    K = KERNELS["tl1"](part.X, part.X, **params)
    scale = np.abs(K).max()
    alpha, b = naive_lssvm(K / scale, y, gamma)
    f = KERNELS["tl1"](part.X_test, part.X, **params) / scale @ alpha + b
    assert ours == np.mean((f > 0) == (part.codes_test == 1))


def test_halves_are_disjoint_and_scaled_on_the_training_part(rng):
    data = table(rng)
    part = indefinite._parts(data, 0, 1)
    assert len(part.X) == len(part.X_test) == 20
    np.testing.assert_allclose(part.X.min(axis=0), 0.0, atol=1e-15)
    np.testing.assert_allclose(part.X.max(axis=0), 1.0, atol=1e-12)
    assert not np.array_equal(part.X, indefinite._parts(data, 0, 2).X)
    given = indefinite._parts((data, table(rng, 7)), 0, 1)
    assert (len(given.X), len(given.X_test)) == (40, 7)


def test_table_2_quickly(rng):
    methods = ["kPCA linear + linear SVM", "kPCA TL1 + linear SVM"]
    result = indefinite.table_2({"sonar": table(rng, 60, 10)}, quick=True, methods=methods).run()
    assert result.table["dataset"].unique().tolist() == [f"sonar ratio {r}%" for r in (10, 30, 50)]
    assert result.table["published"].notna().all()
    assert result.table["reproduced"].between(0.3, 1).all()


def test_what_is_refused(rng):
    with pytest.raises(DataError, match="no label column"):
        indefinite.table_1({"x": TableData(rng.random((9, 2)), name="x")}).run()
    with pytest.raises(ValueError, match="methods must be among"):
        indefinite.table_1({"x": load_sample("iris")}, methods=["LS-SVM"])


# Measured with ten repeats, 15 gammas and six bandwidths: RBF and TL1 (0.7 n) within 0.03 of the paper on 11 of the 12
# sets. The miss is monks2 with TL1: 0.67 against 0.534, which is below what always naming the larger class gets
# (0.671). At rho = 0.7 n no gamma does better in the folds than the smallest ones, which name the larger class; gammas
# about 1, for which the folds give no reason, score 0.52 as printed.
WITHIN = ["fertility", "heart_statlog", "monks1", "monks3", "climate_crashes", "breast_cancer_wisconsin"]


def read(name):
    rows = np.loadtxt(Path(os.environ["ASKCORE_DATA"]) / "uci" / f"{name}.csv", delimiter=",", skiprows=1)
    return TableData(rows[:, :-1], rows[:, -1].astype(int), name=name)


@pytest.mark.full_data
@pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder")
def test_rbf_and_tl1_on_the_small_sets():
    data = {n: (read(f"{n}_train"), read(f"{n}_test")) if n.startswith("monks") else read(n) for n in WITHIN}
    found = indefinite.table_1(data, repeats=5, methods=RBF_AND_TL1).run().table
    assert found["difference"].abs().max() <= 0.03, found.to_string()


@pytest.mark.full_data
@pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder")
def test_the_miss_names_the_larger_class():
    data = {"monks2": (read("monks2_train"), read("monks2_test"))}
    found = indefinite.table_1(data, repeats=2, methods=["LS-SVM TL1 rho=0.7n"]).run().table
    larger = np.bincount(data["monks2"][1].y).max() / data["monks2"][1].n_samples
    assert abs(found["reproduced"].iloc[0] - larger) <= 0.03
    assert found["published"].iloc[0] < larger - 0.1
