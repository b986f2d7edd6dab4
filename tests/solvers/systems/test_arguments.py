"""Wrong arguments, the automatic choice of solver, and the memory forecast."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError, _validation
from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.systems.system import KernelSystem, SaddleSystem
from tests.helpers import random_labels, random_sparse

K5 = np.arange(25.0).reshape(5, 5) ** 0.5
Y5 = np.array([1.0, -1, 1, 1, -1])

WRONG = {
    "gamma 0": ({"gamma": 0}, "gamma must be a positive finite number, got 0"),
    "gamma -1": ({"gamma": -1.0}, r"gamma must be a positive finite number, got -1\.0"),
    "gamma nan": ({"gamma": np.nan}, "got nan"),
    "gamma inf": ({"gamma": np.inf}, "got inf"),
    "gamma word": ({"gamma": "big"}, "gamma must be a positive finite number, got 'big'"),
    "damping -1": ({"damping": -1.0}, r"damping must be 'auto' or a finite number >= 0, got -1\.0"),
    "damping nan": ({"damping": np.nan}, "damping must be .* got nan"),
    "damping inf": ({"damping": np.inf}, "damping must be .* got inf"),
    "damping word": ({"damping": "yes"}, "damping must be .* got 'yes'"),
    "solver": ({"solver": "magic"}, "solver must be one of 'auto', 'dense', 'svd', .* got 'magic'"),
    "rectangular": ({"K": np.ones((2, 3))}, "must be square .* got 2 x 3"),
    "vector": ({"K": np.ones(3)}, "two dimensions"),
    "nan": ({"K": np.full((5, 5), np.nan)}, r"K\[0, 0\] is nan"),
    "squares": ({"K": K5 * 1e155}, r"entries of K reach 4\.9e\+155, .* overflow. Divide the matrix"),
    "short Y": ({"Y": np.ones(4)}, "Y must have one row per row of K, 5, got 4"),
    "Y nan": ({"Y": np.full(5, np.nan)}, r"Y\[0, 0\] is nan"),
    "Y cube": ({"Y": np.ones((5, 1, 1))}, "Y must be a matrix"),
}


@pytest.mark.parametrize("solve", [solve_askls, solve_lssvm])
@pytest.mark.parametrize(("change", "message"), WRONG.values(), ids=WRONG)
def test_arguments_out_of_range_are_refused(change, message, solve):
    arguments = {"K": K5, "Y": Y5, **change}
    with pytest.raises(ValueError, match=message):
        solve(arguments.pop("K"), arguments.pop("Y"), **arguments)


CHOICES = {
    "small dense": (lambda rng: rng.random((30, 30)), "dense"),
    "small sparse": (lambda rng: random_sparse(rng, 400, 0.01), "dense"),
    "thin sparse": (lambda rng: random_sparse(rng, 600, 0.002), "sparse"),
    "well filled sparse": (lambda rng: random_sparse(rng, 500, 0.2), "dense"),
}


@pytest.mark.parametrize(("make", "expected"), CHOICES.values(), ids=CHOICES)
def test_auto_takes_the_solver_of_size_and_fill(make, expected, rng):
    K = make(rng)
    solution = solve_askls(K, random_labels(rng, K.shape[0]), gamma=1e-3)
    assert solution.solver == expected


def test_dense_work_is_refused_before_anything_is_allocated(monkeypatch, rng):
    K, y = rng.random((300, 300)), random_labels(rng, 300)
    monkeypatch.setattr(_validation, "available_memory", lambda: 1e6)
    monkeypatch.setattr(SaddleSystem, "dense_centred", lambda self: pytest.fail("allocated"))
    for solver, what in (("dense", "The dense solve for 300 samples"), ("svd", "The decomposition for 300")):
        for damping in (0.0, 1.0, "auto"):
            with pytest.raises(DataError, match=what + ".*Use solver='iterative'"):
                solve_askls(K, y, gamma=1e-3, damping=damping, solver=solver)


@pytest.mark.parametrize("damping", [0.0, 1.0, "auto"])
@pytest.mark.parametrize("solver", ["iterative", "auto"])
def test_the_advised_solver_then_works(solver, damping, monkeypatch, rng):
    K, y = rng.random((300, 300)), random_labels(rng, 300)
    monkeypatch.setattr(_validation, "available_memory", lambda: 1e6)
    solution = solve_askls(K, y, gamma=1e-2, damping=damping, solver=solver)
    assert solution.solver == "iterative"


def grid(side: int) -> sp.csr_array:
    chain = sp.diags_array([np.ones(side - 1), np.ones(side - 1)], offsets=[-1, 1])
    eye = sp.eye_array(side)
    return sp.csr_array(sp.kron(chain, eye) + sp.kron(eye, chain))


REMAINDERS = {
    "nothing": (sp.csr_array((9, 9)), 0),
    "loops": (sp.eye_array(9, format="csr"), 0),
    "star": (sp.csr_array((np.ones(8), (np.zeros(8, int), np.arange(1, 9))), shape=(9, 9)), 0),
    "complete graph": (sp.csr_array(np.ones((6, 6))), 6),
    "grid but for its corners": (grid(5), 21),
    "ring": (sp.csr_array(np.roll(np.eye(9), 1, axis=1)), 0),
}


@pytest.mark.parametrize(("K", "expected"), REMAINDERS.values(), ids=REMAINDERS)
def test_dense_remainder_has_three_neighbours(K, expected):
    assert KernelSystem(sp.csr_array(K + K.T)).dense_remainder == expected
