"""Table 2 of the indefinite LS-SVM paper: names and ratios, and the tuning against a plain one."""

import os

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.svm import SVC

from askcore import DataError, papers
from askcore.datasets import TableData
from askcore.experiments.tuning import choose, inner_folds
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.papers import indefinite_kpca
from askcore.papers.engine.protocol import Unit
from askcore.papers.indefinite_parts import divided

TABLE = papers.protocol("indefinite-2")
LINEAR, TL1 = "kPCA linear + linear SVM", "kPCA TL1 + linear SVM"
QUICK = {**TABLE.options, "folds": 3}


def table(rng, n=50, d=10):
    X = rng.random((n, d)) * 7 + 1
    return TableData(X, np.where(X[:, 0] > X[:, 1], "a", "b"))


def test_a_name_without_a_ratio_is_told(rng):
    result = papers.table("indefinite-2", data={"sonar": table(rng)}, methods=[LINEAR], repeats=1).run()
    assert "does not say how many components" in result.problems[f"{LINEAR} on sonar"]
    with pytest.raises(DataError, match="ratio 10%"):
        indefinite_kpca.ratio_of("sonar ratio ten")


def test_the_linear_kernel_is_pca_anew_in_each_fold_and_a_tuned_svm(rng):
    data = table(rng)
    found = indefinite_kpca.compute(data, Unit("sonar ratio 30%", (LINEAR,), (1,), 4), QUICK)
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
    best = costs[choose(scores)[0]]
    expected = right(X, codes, part.X_test, part.codes_test, best) / len(part.codes_test)
    assert found[LINEAR]["accuracy"] == [expected]


def test_an_svm_that_meets_its_cap_is_told(rng):
    data, name = {"sonar ratio 30%": table(rng)}, "sonar ratio 30%"
    options = {"folds": 2, "svc_steps": 1}
    result = papers.table("indefinite-2", data=data, methods=[LINEAR], repeats=2, options=options).run()
    assert result.remarks == (f"{LINEAR}, stopped by its cap of 1 steps: {name} 2 of 2 repeats.",)
    assert result.notes == (*TABLE.left_open, *result.remarks)
    found = indefinite_kpca.compute(data[name], Unit(name, (LINEAR,), (0,), 0), {**QUICK, "costs": "0.1"})
    assert found[LINEAR]["capped"] == [0.0]


def test_a_given_matrix_has_the_components_of_its_kernel(rng):
    """The folds take them from parts of one matrix, the test part from the samples."""
    X = rng.random((30, 4))
    fit, held = np.arange(20), np.arange(20, 30)
    K = KERNELS["tl1"](X, X, rho=2.0)
    given = indefinite_kpca._components(PrecomputedKernel(K), {}, 3, fit, held)
    straight = indefinite_kpca._components("tl1", {"rho": 2.0}, 3, X[fit], X[held])
    for a, b in zip(given, straight, strict=True):
        np.testing.assert_allclose(np.abs(a), np.abs(b), atol=1e-8)


@pytest.mark.full_data
@pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder")
def test_climate_on_the_data():
    name = "climate_crashes ratio 30%"
    found = papers.table("indefinite-2", name, methods=[LINEAR], repeats=3).run().table
    assert found["difference"].abs().max() <= 0.03, found.to_string()
