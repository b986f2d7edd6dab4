"""Tables of the indefinite paper: parts and candidates, the tuning against refits, figures on the full data."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.svm import SVC

from askcore import DataError, papers
from askcore.datasets import TableData
from askcore.experiments.evaluation import inner_folds
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.papers import indefinite
from askcore.papers.engine.protocol import Unit
from askcore.papers.indefinite import KERNEL_GRIDS, divided, joined_splice, load_table
from tests.papers.first_best import first_best

TABLE, OF_COMPONENTS = papers.protocol("indefinite-1"), papers.protocol("indefinite-2")
FIXED = "LS-SVM TL1 rho=0.7n"
LINEAR = "kPCA linear + linear SVM"
QUICK = {**OF_COMPONENTS.options, "folds": 3}


def table(rng, n=40, d=4):
    X = rng.random((n, d)) * 7 + 1
    return TableData(X, np.where(X[:, 0] > X[:, 1], "a", "b"))


def test_splice_becomes_two_classes_of_whole_sequences():
    X = np.array([[1, 2], [3, 4], [1, 8], [2, 2], [4, 1], [3, 3]])
    joined = joined_splice(TableData(X, np.array([0, 1, 0, 2, 2, 2]), name="splice"))
    assert joined.y.tolist() == ["junction", "junction", "neither", "neither", "neither"]
    assert joined.X.max() == 4
    assert "ambiguous" in joined.notes[-1]
    assert joined_splice(joined) is joined


def test_a_name_of_table_2_loads_its_table(monkeypatch):
    splice = TableData(np.ones((6, 2)), np.array([0, 1, 0, 2, 2, 2]))
    monkeypatch.setattr(
        indefinite, "load_set", lambda name, home: splice if name == "splice" else (name, home)
    )
    assert load_table("sonar ratio 30%", "here") == ("sonar", "here")
    assert load_table("splice ratio 10%").classes.tolist() == ["junction", "neither"]


@pytest.mark.parametrize("kernel", ["rbf", "polynomial", "tanh", "tl1"])
def test_eight_different_candidates_of_each_kernel(rng, kernel):
    X = rng.random((6, 5))
    offered = KERNEL_GRIDS[kernel](5)
    assert len(offered) == 8
    matrices = [KERNELS[kernel](X, X, **params) for params in offered]
    scaled = np.array([K / np.abs(K).max() for K in matrices]).reshape(8, -1)
    assert len(np.unique(scaled.round(9), axis=0)) == 8


def test_splice_trains_on_as_many_as_the_options_say(rng, monkeypatch):
    sizes = []
    monkeypatch.setattr(indefinite, "divided", lambda *a, **k: sizes.append(k["n_train"]) or divided(*a, **k))
    for name in ("splice", "sonar"):
        indefinite.lssvm(table(rng), Unit(name, (FIXED,), (0,), 0), {**TABLE.options, "splice_training": 9})
    assert sizes == [9, None]


def test_shares_of_a_trial_are_the_candidates_of_rho_of_the_tuned_row_alone():
    unit = Unit("sonar", (FIXED, "LS-SVM TL1", "LS-SVM RBF"), (0, 1), 5)
    given = {**TABLE.options, "folds": 3}
    own, changed = (
        indefinite.lssvm(table(np.random.default_rng(3)), unit, options)
        for options in (given, {**given, "tl1_shares": "0.7"})
    )
    assert changed["LS-SVM TL1"] == changed[FIXED] == own[FIXED] != own["LS-SVM TL1"]
    assert changed["LS-SVM RBF"] == own["LS-SVM RBF"]


def test_a_name_without_a_ratio_is_told(rng):
    result = papers.table("indefinite-2", data={"sonar": table(rng)}, methods=[LINEAR], repeats=1).run()
    assert "does not say how many components" in result.problems[f"{LINEAR} on sonar"]
    with pytest.raises(DataError, match="ratio 10%"):
        indefinite.ratio_of("sonar ratio ten")


def test_the_linear_kernel_is_pca_anew_in_each_fold_and_a_tuned_svm(rng):
    data = table(rng, 50, 10)
    found = indefinite.kernel_pca(data, Unit("sonar ratio 30%", (LINEAR,), (1,), 4), QUICK)
    part = divided(data, 4, 1)

    def right(fit_X, fit_codes, new_X, new_codes, cost):
        pca = PCA(3).fit(fit_X)
        Z = pca.transform(fit_X)
        size = np.sqrt((Z * Z).sum(axis=1).mean())
        svm = SVC(kernel="linear", C=cost).fit(Z / size, fit_codes)
        return (svm.predict(pca.transform(new_X) / size) == new_codes).sum()

    X, codes, costs = part.X, part.codes, (0.1, 1.0, 10.0, 100.0)
    folds = inner_folds(codes, 3, part.fold_seed)
    scores = [
        sum(right(X[fit], codes[fit], X[held], codes[held], cost) for fit, held in folds) for cost in costs
    ]
    best = costs[first_best(scores)]
    expected = right(X, codes, part.X_test, part.codes_test, best) / len(part.codes_test)
    assert found[LINEAR]["accuracy"] == [expected]


def test_a_given_matrix_has_the_components_of_its_kernel(rng):
    """The folds take them from parts of one matrix, the test part from the samples."""
    X = rng.random((30, 4))
    fit, held = np.arange(20), np.arange(20, 30)
    K = KERNELS["tl1"](X, X, rho=2.0)
    given = indefinite._components(PrecomputedKernel(K), {}, 3, fit, held)
    straight = indefinite._components("tl1", {"rho": 2.0}, 3, X[fit], X[held])
    for a, b in zip(given, straight, strict=True):
        np.testing.assert_allclose(np.abs(a), np.abs(b), atol=1e-8)
