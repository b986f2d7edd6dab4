"""Views from the decomposition are those of AsKLSClassifier, on every sample, at every setting."""

from __future__ import annotations

import warnings
from functools import cache

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import AsKLSClassifier
from askcore._validation import as_matrix
from askcore.datasets import MatrixData, describe_sample, load_sample
from askcore.estimators._merging import learn_merger
from askcore.experiments import KernelChoice, Problem, decide_views, holdout_split, path_views, prepare
from askcore.experiments.decisions.views import damped_solutions, damped_views
from askcore.experiments.evaluation import inner_folds
from askcore.experiments.split import Split
from askcore.kernels import KERNELS
from askcore.solvers import solve_askls
from askcore.solvers.labels import both_signs
from tests.helpers import small_samples, with_singular_values

SETTINGS = [(0.1, 0.0), (1.7, 0.0), (25.0, 0.0), (1.0, 0.1), (10.0, 0.01), (300.0, 3.0)]


@cache
def sample_case(name: str):
    data, preset = load_sample(name), describe_sample(name).preset
    labels = data.labels
    split = holdout_split(labels, train_size=1.0 if len(labels) <= 20 else 0.6, random_state=3)
    given = preset["kernel_params"]
    if preset["kernel"] in KERNELS:
        spec = KERNELS[preset["kernel"]]
        given = {p.name: given.get(p.name, p.default) for p in spec.params if p is not spec.scaled}
    params = tuple(sorted(given.items()))
    times = preset.get("bandwidth", 1.0)
    problem = Problem(data, KernelChoice(preset["kernel"], params, standardise=True, bandwidth=times))
    return problem, split, prepare(problem, split)


def classifier(problem, split, **settings):
    model = AsKLSClassifier(problem.kernel, kernel_params=problem.params_on(split.train), **settings)
    return model.fit(problem.scaled(split.train)[split.train], problem.labels[split.train])


NAMES = small_samples("graph", "table", "matrix")


@pytest.mark.parametrize(
    ("name", "gamma", "damping"),
    [(name, *SETTINGS[(2 * i + j) % len(SETTINGS)]) for i, name in enumerate(NAMES) for j in (0, 3)],
)
def test_views_are_the_classifiers(name, gamma, damping):
    problem, split, prepared = sample_case(name)
    found = path_views(prepared, gamma=gamma, damping=damping)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = classifier(problem, split, gamma=gamma, damping=damping)
    f_s, f_t = model.decision_views(problem.scaled(split.train)[split.test])
    scale = 1 + max(np.abs(f_s).max(), np.abs(f_t).max())
    # Rounding in either solver is magnified by the condition of an undamped system.
    tolerance = 1e-8 if damping > 0 else max(1e-8, 1e-13 * model.condition_)
    np.testing.assert_allclose(found.f_source, both_signs(f_s), atol=tolerance * scale)
    np.testing.assert_allclose(found.f_target, both_signs(f_t), atol=tolerance * scale)
    assert (
        found.predicted["merged"].tolist() == model.predict(problem.scaled(split.train)[split.test]).tolist()
    )
    assert found.damping == model.damping_
    assert found.symmetric == model.symmetric_
    assert 1 / found.condition == pytest.approx(1 / model.condition_, rel=0.05, abs=1e-13)


@pytest.mark.parametrize("merge", ["stack", "joint"])
@pytest.mark.parametrize("name", NAMES)
def test_learned_rules_learn_from_refits_without_a_tenth(name, merge):
    _, _, prepared = sample_case(name)
    found = path_views(prepared, gamma=10.0, damping=0.1, merge=merge)
    K, Y, codes = as_matrix(prepared.K), prepared.Y, prepared.codes
    K = K.toarray() if sp.issparse(K) else K
    f_s, f_t = np.empty_like(Y), np.empty_like(Y)
    for fit, held in inner_folds(codes, 10, 0):
        solved = solve_askls(K[np.ix_(fit, fit)], Y[fit], gamma=10.0, damping=0.1)
        f_s[held] = K[np.ix_(held, fit)] @ solved.c + solved.b_source
        f_t[held] = K[np.ix_(fit, held)].T @ solved.a + solved.b_target
    merger = learn_merger(f_s, f_t, codes, len(prepared.classes), joint=merge == "joint")
    columns = slice(1, None) if len(prepared.classes) == 2 else slice(None)
    expected = merger.probabilities(found.f_source[:, columns], found.f_target[:, columns])
    np.testing.assert_allclose(found.merged, expected, atol=1e-5)
    assert found.merge == merge


def resonant(rng):
    """A problem whose centred training matrix has the singular value 1/2."""
    K = with_singular_values(rng, np.array([0.1, 0.25, 0.5, 2.0, 3.0, 4.0, 5.0]))
    labels = np.array(["a", "b"] * 4)
    split = holdout_split(labels, train_size=1.0)
    return Problem.from_data(MatrixData(K, labels)), split


def test_a_resonance_without_damping_is_refused(rng):
    problem, split = resonant(rng)
    with pytest.raises(np.linalg.LinAlgError, match=r"singular at gamma = 2: .* Use damping > 0"):
        path_views(prepare(problem, split), gamma=2.0, damping=0.0)


@pytest.mark.parametrize("merge", ["stack", "joint"])
@pytest.mark.parametrize("decide", [decide_views, lambda *of, **at: path_views(prepare(*of), **at)])
def test_learned_rules_learn_from_refits_damped_as_the_decision_is(decide, merge, rng):
    problem, split = resonant(rng)
    auto, given = (decide(problem, split, gamma=2.0, merge=merge, damping=at) for at in ("auto", 1.0))
    assert auto.damping == 1.0
    np.testing.assert_allclose(auto.merged, given.merged, atol=1e-9)


def test_with_other_samples_to_decide_only_these_are_new(rng):
    problem, _ = resonant(rng)
    split = holdout_split(problem.labels, train_size=0.5)
    there, on_its_own = prepare(problem, split), Split(split.train, split.train, False)
    assert there.truth.size == len(split.test)
    other = there.deciding(on_its_own)
    assert other.path is there.path
    np.testing.assert_array_equal(other.truth, problem.labels[split.train])
    np.testing.assert_array_equal(other.source_block, there.K)


@pytest.mark.parametrize("merge", ["mean", "source", "target"])
@pytest.mark.parametrize("name", ["sne", "rbf"])
def test_one_basis_decides_at_every_gamma_as_training_does(name, merge):
    data = load_sample("iris")
    problem, split = Problem(data, KernelChoice(name, standardise=True)), holdout_split(data.y)
    solutions = damped_solutions(problem, split, 0.01)
    for gamma in (0.1, 30.0):
        found = damped_views(prepare(problem, split), solutions, gamma=gamma, merge=merge)
        expected = decide_views(problem, split, gamma=gamma, damping=0.01, merge=merge, solver="dense")
        for one, other in ((found.f_source, expected.f_source), (found.merged, expected.merged)):
            np.testing.assert_allclose(one, other, atol=1e-8)
        assert (found.symmetric, found.damping) == (expected.symmetric, expected.damping)


def test_where_one_basis_is_not_enough_there_is_none(monkeypatch):
    data = load_sample("iris")
    monkeypatch.setattr("askcore.experiments.decisions.views.BASIS", 1.0)
    problem, split = Problem(data, KernelChoice("sne", standardise=True)), holdout_split(data.y)
    assert damped_solutions(problem, split, 1e-4) is None
