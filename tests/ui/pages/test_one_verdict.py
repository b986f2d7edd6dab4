"""Pages that are about the same matrix say the same of the signs of its eigenvalues."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

from askcore.datasets import MatrixData
from askcore.experiments import KernelChoice, Problem, symmetrised
from askcore.experiments.matrix.definiteness import Definiteness, definiteness_known, symmetric_ends
from askcore.experiments.matrix.parts import kernel_entries, kernel_part
from askcore.experiments.matrix.signed import signed_parts
from askcore.operators import as_operator
from askcore.ui.pages.indefinite import words as indefinite
from askcore.ui.pages.kernel_matrix import words as kernel_matrix
from askcore.ui.pages.kernel_matrix.findings import findings

N, DRAWN = 60, 20


def matrices() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    A = rng.standard_normal((N, N))
    turned = np.linalg.qr(A)[0]
    values = np.linspace(1.0, 2.0, N)
    late = np.eye(N)
    late[-2:, -2:] = [[0.0, 1.0], [1.0, 0.0]]
    skew = A - A.T
    made = {f"lowest {low:g}": np.r_[low, values[1:]] for low in (-1.0, -1e-3, -1e-9, -3e-13, 3e-14, 1e-9)}
    return {
        **{name: (turned * spectrum) @ turned.T for name, spectrum in made.items()},
        "asymmetric": A,
        "definite but asymmetric": A @ A.T + skew,
        "low rank": A[:, :3] @ A[:, :3].T,
        "negative": -A @ A.T,
        "zero": np.zeros((N, N)),
        "skew but for rounding": skew + 1e-15 * A,
        "nearly constant": 1e6 + A[:, :3] @ A[:, :3].T,
        "one sign among the sampled rows": late,
        "adjacency of a sparse graph": (rng.random((N, N)) < 0.01).astype(float),
    }


def kind(said: str) -> str:
    """What a verdict says, whichever page's it is: Mercer, not Mercer, not known, or zero."""
    text = said.replace("*", "")
    for pattern, meaning in {
        r"^not known|(kernel|indefinite) is not known": "not known",
        r"[Ee]very (eigenvalue|entry)( that was read)? is zero|part is zero": "zero",
        r"not a Mercer|(It|part) is (indefinite|negative|not positive)": "not Mercer",
        r"is a Mercer|(It|part) is positive": "Mercer",
    }.items():
        if re.search(pattern, text):
            return meaning
    raise AssertionError(said)


@pytest.mark.parametrize("name", matrices())
@pytest.mark.parametrize("known", ["every row", "some rows", "some rows, all signs", "some rows, products"])
def test_kernel_matrix_and_indefinite_kernels_agree(name, known):
    K = matrices()[name]
    operator = as_operator(K)
    rows = N if known == "every row" else DRAWN
    part, signs = kernel_part(operator, max_rows=rows), signed_parts(operator, max_rows=rows)
    entries = kernel_entries(operator)
    whole = {
        "some rows, all signs": lambda: symmetric_ends(operator, symmetric=entries.is_symmetric),
        "some rows, products": lambda: symmetric_ends(operator, symmetric=entries.is_symmetric, max_rows=10),
    }.get(known, lambda: None)()
    entries = SimpleNamespace(**{**vars(entries), "definiteness": whole})
    problem = Problem(MatrixData(K), KernelChoice("given"))
    here = kind(kernel_matrix.verdict(problem, entries, part))
    there = kind(indefinite.verdict(signs, whole, table=False))
    if known == "some rows" and name in ("zero", "skew but for rounding"):
        assert (here, there) == (
            "zero",
            "not known",
        )  # the entries tell one page, and the other looks at some rows
        return
    assert here == there
    told = {name: value for name, value, _ in findings(problem, entries, part, is_graph=False)}[
        "Symmetric part"
    ]
    assert here == kind(told if told == "not known" else f"part is {told}")
    assert indefinite.broken(signs, whole) == (here == "not Mercer")


@pytest.mark.parametrize(
    "name", ["asymmetric", "low rank", "nearly constant", "lowest -1e-09", "definite but asymmetric"]
)
@pytest.mark.parametrize("center", [False, True])
def test_spectra_counts_the_same_negative_eigenvalues(name, center):
    K = matrices()[name]
    rival = symmetrised(Problem(MatrixData(K), KernelChoice("given")), center=center)
    assert rival.negative == signed_parts(as_operator(K), center=center).signature[1]


def test_what_a_part_proves_of_the_whole():
    nothing_below = Definiteness(1e-12, 5.0)
    assert definiteness_known((5, 0, 0), 9, nothing_below) is None
    assert definiteness_known((4, 1, 0), 9, nothing_below) == "indefinite"
    assert definiteness_known((0, 1, 0), 9, Definiteness(-1.0, -1e-12)) == "not positive"
    assert definiteness_known((0, 5, 0), 9, nothing_below) == "not positive"
    assert definiteness_known((4, 1, 0), 9, Definiteness(1.0, 2.0, (9, 0, 0))) == "positive definite"
