"""Attention heads against numpy, and what it reads of heads that are known."""

import numpy as np
import pytest

from askcore import DataError
from askcore.diagnostics import attention_heads
from askcore.kernels import AttentionKernel

RNG = np.random.default_rng(4)
X = RNG.normal(size=(20, 6))
W_Q, W_K = RNG.normal(size=(2, 9, 6))
KERNELS = AttentionKernel.heads(W_Q, W_K, n_heads=3)
HEADS = np.array([kernel(X, X) for kernel in KERNELS])


def test_heads_of_a_layer_are_softmaxes_of_their_part_of_the_projections():
    for at, K in enumerate(HEADS):
        rows = slice(3 * at, 3 * at + 3)
        scores = np.exp((X @ W_Q[rows].T) @ (X @ W_K[rows].T).T / np.sqrt(3))
        np.testing.assert_allclose(K, scores / scores.sum(axis=1, keepdims=True), rtol=1e-10)


@pytest.mark.parametrize("center", [False, True])
def test_ranks_are_those_of_the_singular_values(center):
    table = attention_heads(HEADS, center=center)
    P = np.eye(20) - center / 20
    for (_, line), K in zip(table.iterrows(), HEADS, strict=True):
        s = np.linalg.svd(P @ K @ P, compute_uv=False)
        shares = (s**2).cumsum() / (s**2).sum()
        assert line["first"] == pytest.approx(shares[0])
        assert line["components"] == np.count_nonzero(shares < 0.9) + 1
        assert line["stable_rank"] == pytest.approx((s**2).sum() / s[0] ** 2)


def test_the_table_of_known_heads():
    uniform, shift = np.full((8, 8), 1 / 8), np.roll(np.eye(8), 1, axis=1)
    table = attention_heads({"uniform": uniform, "next": shift}).set_index("head")
    assert table.components.tolist() == [1, 8]  # 90 % of eight equal values: all of them
    np.testing.assert_allclose(table["first"], [1.0, 1 / 8])
    np.testing.assert_allclose(table.effective_rank, [1.0, 8.0])
    np.testing.assert_allclose(table.skew_ratio, [0.0, 1.0])


def test_equal_projections_are_asymmetric_by_the_softmax_alone():
    same = AttentionKernel(W_Q[:3], W_Q[:3])(X, X)
    other = HEADS[0]
    table = attention_heads([same, other])
    assert table.skew_ratio.min() > 0.1
    assert table.remaining[0] < 1e-10
    assert table.remaining[1] > 0.1


def test_queries_and_keys_of_different_numbers():
    table = attention_heads([HEADS[0][:5]])
    assert table.positions[0] == 5
    assert np.isnan(table.skew_ratio[0])
    assert np.isnan(table.remaining[0])


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ([], "There is no head"),
        (3.0, "There is no head"),
        (np.ones((2, 3)), r"[Hh]ead '0'.*two dimensions"),
        ([[[np.nan]]], r"[Hh]ead '0'.*nan"),
        ({"first": np.ones((2, 0))}, "[Hh]ead 'first'.*empty"),
    ],
)
def test_what_is_wrong_is_named(heads, message):
    with pytest.raises(DataError, match=message):
        attention_heads(heads)


def test_rows_that_do_not_go_into_the_heads():
    with pytest.raises(ValueError, match="as many rows for each of 4 heads"):
        AttentionKernel.heads(W_Q, W_K, n_heads=4)
    with pytest.raises(ValueError, match="must have one shape"):
        AttentionKernel.heads(W_Q, W_K[:6], n_heads=3)
