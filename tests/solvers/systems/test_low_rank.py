"""K = A B through its factors against the dense product."""

import numpy as np
import pytest

from askcore.operators import LowRankOperator
from askcore.solvers import solve_askls
from askcore.solvers.systems.low_rank import solve_low_rank
from tests.helpers import naive_centred, random_labels


def factors(m: int = 40, r: int = 6, seed: int = 0, offset: float = 0.3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((m, r)) + offset, rng.standard_normal((r, m))


CASES = {
    "tall": factors(),
    "rank above m": factors(m=8, r=13),
    "rank equals m": factors(m=9, r=9),
    "dependent columns": (lambda A, B: (np.hstack([A, A]), np.vstack([B, B])))(*factors(r=3)),
    "rank one": factors(r=1),
    "zero": (np.zeros((12, 2)), np.zeros((2, 12))),
    "ill conditioned": (lambda A, B: (A * np.logspace(0, -7, 6), np.logspace(0, -7, 6)[:, None] * B))(
        *factors()
    ),
}


@pytest.mark.parametrize("damping", [0.0, 0.02, 1.0])
@pytest.mark.parametrize("name", CASES)
def test_a_low_rank_matrix_is_solved_as_its_dense_product(name, damping):
    A, B = CASES[name]
    K, Y = A @ B, random_labels(np.random.default_rng(1), len(A), 3)
    for gamma in (0.01, 0.7, 20.0):
        found = solve_low_rank(LowRankOperator(A, B), Y, gamma=gamma, damping=damping)
        truth = solve_askls(K, Y, gamma=gamma, damping=damping, solver="dense")
        close = {"rtol": 1e-8, "atol": 1e-8 * max(1.0, np.abs(truth.a).max())}
        np.testing.assert_allclose(found.a, truth.a, **close)
        np.testing.assert_allclose(found.c, truth.c, **close)
        np.testing.assert_allclose(found.b_source, truth.b_source, **close)
        np.testing.assert_allclose(found.b_target, truth.b_target, **close)
        if not truth.symmetric:
            assert found.condition.value == pytest.approx(truth.condition.value, rel=1e-6)
        assert found.solver == "landmarks"


def test_resonances_are_decided_alike():
    A, B = CASES["tall"]
    gamma = 1 / np.linalg.svd(naive_centred(A @ B), compute_uv=False)[3]
    y = random_labels(np.random.default_rng(1), 40)
    solvers = (
        (lambda **given: solve_low_rank(LowRankOperator(A, B), y, **given)),
        (lambda **given: solve_askls(A @ B, y, quiet=True, **given)),
    )
    solutions = []
    for solve in solvers:
        found = solve(gamma=gamma, damping="auto")
        assert "solved with damping 1" in str(found.notes[0])
        solutions.append(found)
        with pytest.raises(np.linalg.LinAlgError, match=r"singular at gamma .* Use damping > 0"):
            solve(gamma=gamma, damping=0.0)
        assert solve(gamma=1.01 * gamma, damping="auto").damping == 0.0
    assert [s.damping for s in solutions] == [1.0, 1.0]
    np.testing.assert_allclose(solutions[0].a, solutions[1].a, atol=1e-9)
