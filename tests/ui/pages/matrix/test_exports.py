"""What is taken along from the page "Matrix"; that its Python runs is tested for every page in one place."""

from __future__ import annotations

import numpy as np

from askcore.ui.pages.matrix import page
from tests.ui.pages.matrix.test_page import REGIONS, TRADE, of_matrix


def test_the_matrix_keeps_its_names_and_digits():
    state = of_matrix(TRADE / 3, REGIONS)
    table = page.matrix_table(state)
    assert (table.index.tolist(), table.columns.tolist()) == (REGIONS, REGIONS)
    np.testing.assert_array_equal(table, TRADE / 3)


def test_net_flows_are_row_sums_minus_column_sums():
    found = of_matrix(TRADE, REGIONS).summary.imbalances
    table = page.flows_table(REGIONS, found).set_index("name")["row_sum_minus_column_sum"]
    assert table.index[0] == "Coast"
    np.testing.assert_allclose(table[REGIONS], TRADE.sum(axis=1) - TRADE.sum(axis=0))


def test_files_follow_the_data():
    names = [file.name for file in page.files(of_matrix(TRADE, REGIONS))]
    assert names == ["matrix.csv", "net_flows.csv"]
    assert "net_flows.csv" not in [file.name for file in page.files(of_matrix(TRADE + TRADE.T))]
