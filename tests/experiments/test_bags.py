"""From bags to a kernel and a comparison: each step, watched and stopped; and families of kernels."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import LSSVMClassifier
from askcore.datasets import BagData, TableData, load_sample
from askcore.experiments import bag_kernel, compare
from askcore.experiments.evaluation import Grid
from askcore.kernels import KERNELS, PrecomputedKernel, fit_mixtures, kl_mixtures

GRID = Grid((1.0, 100.0), (0.0, 0.1))
BRIEF = {"n_splits": 2, "inner_folds": 2, "grid": GRID}


@pytest.fixture(scope="module")
def bags():
    """Two classes of 16 bags: the same mean, narrow and wide."""
    rng = np.random.default_rng(0)
    labels = np.repeat(["narrow", "wide"], 16)
    made = [
        rng.normal(0, (1.0 if label == "narrow" else 1.6) * rng.uniform(0.8, 1.25), (40, 2))
        for label in labels
    ]
    return BagData(made, labels)


@pytest.fixture(scope="module")
def found(bags):
    return bag_kernel(bags, n_draws=300).run()


def test_the_run_is_fit_then_estimate(bags, found):
    mixtures = fit_mixtures(bags.bags)
    np.testing.assert_array_equal(found.kl.kl, kl_mixtures(mixtures, 300).kl)
    assert found.settings["components"] == 1
    assert found.settings["digest"] == bags.digest
    assert found.settings["n_draws"] == 300
    expected = np.exp(-found.kl.kl / found.kl.typical)
    np.testing.assert_allclose(found.kernel()(np.arange(32), np.arange(32)), expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_draws": 1}, "n_draws must be at least 2, got 1"),
        ({"n_threads": 0}, "n_threads must be at least 1, got 0"),
        ({"n_components": 0}, "n_components must be at least 1, got 0"),
    ],
)
def test_arguments_out_of_range(bags, arguments, message):
    with pytest.raises(ValueError, match=message):
        bag_kernel(bags, **arguments)


# Classifying ------------------------------------------------------------------------------------------


def test_on_textures_averaging_costs_lssvm_as_in_table_one():
    """Bold images swallow faint ones. (SVC on the averaged kernel does not mind: its case is not tested.)"""
    data = load_sample("textures")
    kl = bag_kernel(data, n_draws=300).run()
    result = compare(
        data, kl.family((0.1, 1.0)), methods=["mean", "geometric"], n_splits=3, inner_folds=3, train_size=0.75,
        grid=Grid((1.0, 30.0, 1000.0), (0.0, 0.1)),
    ).run()  # fmt: skip
    scores = result.means().set_index("method")["micro_f1"]
    assert scores["askls"] > 0.9
    assert scores["askls"] > scores[["mean", "geometric"]].max()


# Families of kernels ----------------------------------------------------------------------------------


def test_the_inner_folds_choose_among_the_family():
    """Against a kernel that knows nothing, the one that knows the classes is chosen, wherever it stands."""
    rng = np.random.default_rng(1)
    X = np.vstack([rng.normal(0, 1, (20, 2)), rng.normal(4, 1, (20, 2))])
    data = TableData(X, [0] * 20 + [1] * 20)
    noise = PrecomputedKernel(rng.random((40, 40)))
    good = PrecomputedKernel(KERNELS["sne"](X, X))
    for family in ({"noise": noise, "good": good}, {"good": good, "noise": noise}):
        table = compare(data, family, methods=["KKt", "mean"], null=True, **BRIEF).run().table
        assert table["kernel"].tolist() == ["good"] * 6
        assert table["accuracy"].min() > 0.9


def test_geometric_is_lssvm_on_the_averaged_divergence(bags, found):
    run = compare(bags, found.family((1.0,)), methods=["geometric"], train_size=0.6, **BRIEF)
    table = run.run().table
    averaged = (found.kl.kl + found.kl.kl.T) / 2
    kernel = PrecomputedKernel(np.exp(-averaged / found.kl.typical))
    for row in table[table["method"] == "geometric"].itertuples():
        split = run.splits[row.split]
        model = LSSVMClassifier(kernel, gamma=row.gamma, damping=row.damping or "auto")
        model.fit(split.train, bags.labels[split.train])
        assert model.score(split.test, bags.labels[split.test]) == pytest.approx(row.accuracy)


def test_geometric_needs_a_family_of_positive_kernels(bags):
    kernel = PrecomputedKernel(np.random.default_rng(0).normal(size=(32, 32)))
    with pytest.raises(ValueError, match="geometric needs a family of kernels"):
        compare(bags, kernel, methods=["geometric"])
    with pytest.raises(ValueError, match="A family of kernels needs at least one, got none"):
        compare(bags, {})
