import numpy as np
import pytest
import scipy.sparse as sp

from askcore.kernels import PrecomputedKernel
from tests.helpers import dense, frozen

FORMS = {"dense": np.array, "csr": sp.csr_array, "coo": sp.coo_array, "read-only": frozen}
SHAPES = [(4, 4), (3, 5), (5, 3), (1, 4)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_given_matrix_gives_its_blocks(form, shape, rng):
    G = rng.random(shape) * (rng.random(shape) < 0.7)
    k = PrecomputedKernel(FORMS[form](G))
    assert k.shape == shape
    rows, columns = np.array([shape[0] - 1, 0, 0]), np.array([[0], [shape[1] - 1]])
    block = k(rows, columns)
    assert sp.issparse(block) == (form in ("csr", "coo"))
    np.testing.assert_array_equal(dense(block), G[np.ix_(rows, columns[:, 0])])
    np.testing.assert_array_equal(dense(k.all_columns(rows)), G[rows])
    np.testing.assert_array_equal(dense(k.all_rows(columns)), G[:, columns[:, 0]])


def test_a_read_only_array_is_shared_not_copied():
    G = frozen(np.eye(3))
    assert np.shares_memory(PrecomputedKernel(G)._matrix, G)


def test_index_errors_name_the_side():
    k = PrecomputedKernel(np.ones((2, 3)))
    with pytest.raises(IndexError, match=r"rows\[0\] is 2; expected whole numbers from 0 to 1"):
        k([2], [2])
    with pytest.raises(IndexError, match=r"cols\[0\] is 3; expected whole numbers from 0 to 2"):
        k([0], [3])
