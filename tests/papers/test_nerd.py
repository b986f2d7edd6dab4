"""NERD: walks against exact frequencies, the sampler against the closed form of its objective."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.papers.nerd import POWER, Walker, nerd_embedding, walk_pairs


@pytest.fixture(scope="module")
def weights():
    """Five nodes with weighted links; node 4 has none that leave it, node 0 none that arrive."""
    A = np.array(
        [[0, 2, 1, 0, 1], [0, 0, 3, 1, 0], [0, 1, 0, 1, 2], [0, 1, 1, 0, 0], [0, 0, 0, 0, 0]], dtype=float
    )
    A.flags.writeable = False
    return A


def walkers(A, seed=0):
    rng = np.random.default_rng(seed)
    return Walker(sp.csr_array(A), rng), Walker(sp.csr_array(A.T), rng)


def exact_frequencies(A, length):
    """C[i, u, v]: a source walk starts at u and its i-th target is v, step by step as a Markov chain."""
    n = len(A)
    found = np.zeros((length, n, n))
    out, arrive = A.sum(axis=1), A.sum(axis=0)
    for u in range(n):
        place = np.zeros(n)
        place[u] = out[u] / A.sum()
        for i in range(length):
            targets = sum((place[s] * A[s] / out[s] for s in range(n) if out[s] > 0), np.zeros(n))
            found[i, u] = targets
            place = sum((targets[t] * A[:, t] / arrive[t] for t in range(n) if arrive[t] > 0), np.zeros(n))
    return found


def nerd_limit(A, *, length, negatives):
    r"""phi_s(u)' phi_t(v) that the objective without ``joint`` aims at, dense (N, N); -inf for pairs that never meet.

    With D, E the degrees out and in, w the sum of weights, both kinds of walk give the same distribution of pairs,

        C = 1/(w n) sum_{i < n} A (E^{-1} A' D^{-1} A)^i,

    and with p the shares of the links, q those of the degrees^(3/4), where the derivative vanishes,

        exp(x_uv) = 2 C_uv / (k (p_out(u) q_in(v) + q_out(u) p_in(v))).

    After Levy and Goldberg 2014.
    """
    D, E = A.sum(axis=1), A.sum(axis=0)
    back = _inverse(E)[:, None] * A.T @ (_inverse(D)[:, None] * A)
    met, term = np.zeros_like(A), A
    for _ in range(length):
        met, term = met + term, term @ back
    met /= met.sum()
    q_out, q_in = (d**POWER / (d**POWER).sum() for d in (D, E))
    missed = (np.outer(D, q_in) + np.outer(q_out, E)) / A.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(met > 0, np.log(2 * met / (negatives * missed)), -np.inf)


def _inverse(degrees):
    return np.divide(1.0, degrees, out=np.zeros_like(degrees), where=degrees > 0)


@pytest.mark.parametrize("role", ["source", "target"])
def test_pairs_are_met_as_often_as_the_chain_says(weights, role):
    out, back = walkers(weights)
    n_walks, length = 60_000, 3
    if role == "target":
        out, back = back, out
    own, other = walk_pairs(out, back, n_walks, length)
    exact = exact_frequencies(weights if role == "source" else weights.T, length)
    for i in range(length):
        met = np.zeros((5, 5))
        np.add.at(met, (own[:, 0], other[:, i]), 1 / n_walks)
        # Five standard deviations of a share.
        np.testing.assert_array_less(np.abs(met - exact[i]), 5 * np.sqrt(exact[i] / n_walks) + 1e-12)
    A = weights if role == "source" else weights.T
    assert (A[own, other] > 0).all()
    assert (A[own[:, 1:], other[:, :-1]] > 0).all()


@pytest.mark.long
def test_inner_products_reach_the_limit(weights):
    """At more dimensions than nodes; steps stay noisy, hence the tolerance."""
    dense = weights[:4, 1:4] + 0.5  # every pair meets
    A = np.zeros((7, 7))
    A[:4, 4:] = dense
    source, target = nerd_embedding(A, 16, length=2, negatives=2, walks=40_000, rate=0.1, random_state=1)
    expected = nerd_limit(A, length=2, negatives=2)[:4, 4:]
    products = (source @ target.T)[:4, 4:]
    np.testing.assert_allclose(products, expected, atol=0.15)
    assert expected.std() > 0.15


def test_joint_pairs_bring_nodes_of_a_role_together():
    """Two groups of sources, each with targets of its own: with ``joint`` sources of a group are alike."""
    A = np.kron(np.eye(2), np.ones((4, 4)))
    S = nerd_embedding(A, 8, walks=5000, joint=True)[0]
    within, between = S[:4] @ S[:4].T, S[:4] @ S[4:].T
    assert within.min() > between.max() + 0.5


def test_what_is_refused(weights):
    with pytest.raises(DataError, match="no links"):
        nerd_embedding(np.zeros((3, 3)))
    with pytest.raises(DataError, match="grew without bound"):
        nerd_embedding(weights, walks=5000, rate=50.0)
    with pytest.raises(ValueError, match="walks and rate must be positive"):
        nerd_embedding(weights, walks=0)
