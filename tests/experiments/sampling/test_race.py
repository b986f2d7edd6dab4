"""The race against hand-made eigenproblems: same errors, same order of columns, stops where it should."""

import sys

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.linalg import subspace_angles

from askcore import DataError
from askcore.datasets import GraphData, TableData
from askcore.experiments import Problem, solver_race
from askcore.kernels import KERNELS
from askcore.solvers import fourier_features
from tests.helpers import random_sparse

INTERFACE = ["solver", "samples", "seconds_kernel", "seconds_solve", "eta", "subspace_error"]


def smooth(n=70, m=50):
    return np.exp(-(np.subtract.outer(np.arange(float(n)), np.arange(float(m)) + 0.5) ** 2) / 200)


def graph(n=60):
    A = (random_sparse(np.random.default_rng(0), n, 0.08) > 0).astype(float)
    return GraphData(A, [str(i) for i in range(n)])


def test_given_matrix_every_solver():
    G = smooth()
    result = solver_race(G, n_components=4, samples=[6, 50]).run()
    assert set(INTERFACE) <= set(result.table.columns)
    assert result.left_out == {"structured": "There is no sparse structure in this matrix."}
    exact = result.table[result.table["solver"] == "arpack"].iloc[0]
    assert exact["eta"] < 1e-12
    assert exact["subspace_error"] < 1e-6
    assert (exact["seconds_kernel"], exact["samples"]) == (0.0, 0)
    fastest = result.reached[result.reached["measure"] == "eta"].set_index(["solver", "tolerance"])
    assert fastest.loc[("randomized", 0.1), "speedup"] == 1.0
    assert fastest.loc[("arpack", 0.1), "speedup"] == pytest.approx(
        fastest.loc[("randomized", 0.1), "seconds"] / exact["seconds_solve"]
    )
    everything = result.table[result.table["samples"] == 50]
    assert set(everything["solver"]) == {"nystroem", "randomized", "symmetric_nystroem"}
    assert everything.set_index("solver")["subspace_error"][["nystroem", "randomized"]].max() < 0.02
    np.testing.assert_allclose(
        result.exact[next(iter(result.exact))].values, np.linalg.svd(G, compute_uv=False)[:4], rtol=1e-10
    )


def test_errors_are_the_papers_by_hand():
    G = smooth()
    result = solver_race(
        G, n_components=3, samples=[5], solvers=["nystroem"], oversampling=0, random_state=7
    ).run()
    rng = np.random.RandomState(7)
    rows, columns = rng.permutation(70)[:5], rng.permutation(50)[:5]
    u, s, vt = np.linalg.svd(G[np.ix_(rows, columns)])
    left, right = G[:, columns] @ vt[:3].T / s[:3], G[rows].T @ u[:, :3] / s[:3]
    U, S, Vt = np.linalg.svd(G, full_matrices=False)
    eta = 0.0
    for i in range(3):
        eta += S[i] / 3 * (1 - abs(U[:, i] @ left[:, i]) / np.linalg.norm(left[:, i]))
        eta += S[i] / 3 * (1 - abs(Vt[i] @ right[:, i]) / np.linalg.norm(right[:, i]))
    sines = []
    for true, given in ((U[:, :3], left), (Vt[:3].T, right)):
        Q = np.linalg.qr(given)[0]
        sines.append(np.sqrt(1 - np.linalg.svd(true.T @ Q, compute_uv=False) ** 2).mean())
    row = result.table.iloc[0]
    np.testing.assert_allclose(row["eta"], eta, rtol=1e-8)
    np.testing.assert_allclose(row["subspace_error"], np.mean(sines), rtol=1e-6)


def test_growing_samples_stop_when_both_errors_are_small():
    result = solver_race(smooth(), n_components=2, solvers=["nystroem"], tolerances=[0.05]).run()
    errors = result.table[["eta", "subspace_error"]].max(axis=1)
    assert errors.iloc[-1] <= 0.05
    assert (errors.iloc[:-1] > 0.05).all()
    assert result.table["samples"].tolist() == [2 * 2**k for k in range(len(result.table))]


def test_stop_on_one_measure_only():
    given = {"n_components": 2, "solvers": ["nystroem"], "samples": [2, 4, 8, 16], "tolerances": [1e-3]}
    G = smooth() * 1e-4  # eta carries the scale, so it is small at once
    assert solver_race(G, **given, stop="eta").run().table["samples"].tolist() == [2]
    assert len(solver_race(G, **given, stop="subspace_error").run().table) > 1
    assert len(solver_race(G, **given).run().table) == 4
    with pytest.raises(ValueError, match="stop must be 'auto' or one of 'eta'"):
        solver_race(G, **given, stop="soon")


def test_errors_other_than_a_block_of_zeros_are_not_counted_as_a_lost_race(monkeypatch):
    def refuses(*args, **options):
        raise DataError("no memory")

    monkeypatch.setattr(sys.modules["askcore.experiments.sampling.race"], "asymmetric_nystroem", refuses)
    run = solver_race(np.eye(20), n_components=2, solvers=["nystroem"], samples=[5])
    with pytest.raises(DataError, match="No memory"):
        run.run()


BAD = {
    "sampling": ({"sampling": "magic"}, "sampling must be one of 'uniform'"),
    "seed": ({"random_state": None}, "random_state must be a whole number"),
    "fractional repeats": ({"repeats": 1.5}, "repeats must be a whole number"),
    "rank": ({"n_components": 99}, "99 components were requested"),
    "solver": ({"solvers": ["magic"]}, r"solvers must be some of structured, .*, got \['magic'\]"),
    "none": ({"solvers": []}, r"solvers must be some of structured, .*, got \[\]"),
    "no structure": ({"solvers": ["structured"]}, "None of the solvers can run here"),
    "samples": ({"samples": [1, 60]}, "samples must lie between n_components = 2 and the shorter side 50"),
    "tolerance": ({"tolerances": [0.0]}, "tolerances must be positive"),
    "bandwidths": ({"bandwidths": []}, "bandwidths must be positive numbers in a list, at least one"),
    "repeats": ({"repeats": 0}, "repeats must be a whole number of at least 1"),
}


@pytest.mark.parametrize(("change", "message"), BAD.values(), ids=BAD)
def test_bad_arguments(change, message):
    with pytest.raises(ValueError, match=message):
        solver_race(smooth(), **{"n_components": 2, **change})


def test_bad_data():
    with pytest.raises(DataError, match="The matrix is zero"):
        solver_race(sp.csr_array((9, 9)), n_components=2, samples=[3]).run()


def test_a_sampled_block_of_zeros_is_all_wrong_and_the_race_goes_on():
    G = sp.csr_array(([3.0, 2.0, 1.0], ([40, 70, 90], [10, 20, 30])), shape=(100, 100))
    table = solver_race(G, n_components=2, samples=[2, 100], solvers=["arpack", "nystroem"]).run().table
    small, full = (table[(table["solver"] == "nystroem") & (table["samples"] == k)].iloc[0] for k in (2, 100))
    assert (small["rank"], small["subspace_error"]) == (0, 1.0)
    assert small["eta"] == pytest.approx(3.0 + 2.0)
    assert full["subspace_error"] < 1e-7


def test_a_race_without_time_runs_every_solver_once_and_says_what_is_left_out():
    run = solver_race(smooth(), n_components=3, samples=[3, 6], seconds=0.0)
    result = run.run()
    assert result.table["samples"].tolist() == [0, 3, 3, 3]
    assert result.table["solver"].nunique() == 4
    assert result.stopped == "The time limit of the race was reached: larger samples were left out."

    wide = solver_race(graph(), n_components=2, samples=[4], bandwidths=(1.0, 2.0), seconds=0.0).run()
    assert wide.table["bandwidth"].unique().tolist() == [1.0]
    assert wide.stopped == "The time limit of the race was reached: 1 of 2 bandwidths was run."


def test_random_features_take_part_for_kernels_of_differences():
    """Triplets of phi psi^T itself, by numpy; other kernels and graphs have none."""
    X = np.random.default_rng(1).normal(size=(40, 3))
    data = TableData(X, None)
    found = solver_race(Problem.from_data(data, "rbf"), n_components=3, samples=[9, 24]).run()
    raced = found.table[found.table["solver"] == "fourier"]
    assert raced["samples"].tolist() == [9, 24]
    sigma = float(raced["sigma"].iloc[0])
    drawn = fourier_features("rbf", 3, 12, kernel_params={"sigma": sigma}, random_state=0)
    K = drawn.source(X) @ drawn.target(X).T
    exact = KERNELS["rbf"](X, X, sigma=sigma)
    left, right = (np.linalg.svd(M)[0][:, :3] for M in (exact, K))
    sines = np.sin(subspace_angles(left, right))
    assert raced["subspace_error"].iloc[1] == pytest.approx(np.mean(sines), rel=1e-6)
    assert "fourier" not in set(solver_race(data, n_components=3, samples=[9]).run().table["solver"])
    named = solver_race(data, n_components=3, samples=[9], solvers=["nystroem", "fourier"]).run()
    assert named.left_out == {"fourier": "Random features are for tables and the kernels RBF and Laplacian."}
