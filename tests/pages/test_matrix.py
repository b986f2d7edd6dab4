"""The page "Matrix" in the app: old addresses, graphs without labels, large data, and matrices that go wrong."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from askcore.datasets import GraphData
from tests.pages.test_every_page import numbers, opened, sound
from tests.pages.test_matrices_and_bags import own


def on_tab(at, name: str):
    at.session_state["matrix_details"] = name
    return sound(at.run())


def chain(n: int = 12) -> GraphData:
    return GraphData(sp.csr_array(np.diag(np.ones(n - 1), 1)), [f"step {i}" for i in range(n)])


def test_decisions_of_a_graph_without_labels_lead_to_the_ranked_nodes():
    at = own("decisions.py", chain())
    assert any("**Matrix** ranks the nodes" in each.value for each in at.markdown)
    assert "Matrix" in [link.proto.label for link in at.get("page_link")]
    sound(at.switch_page("pages/matrix.py").run())
    assert at.main.header[0].value.startswith("**The links have a clear overall direction:**")
    at.button("to_spectra").click().run()
    assert sound(at).title[0].value == "Spectra"


def test_a_large_sparse_graph_is_indefinite_by_products(monkeypatch):
    """600 of its nodes keep almost no links, and so almost no negative eigenvalue."""
    rng = np.random.default_rng(2)
    ends = rng.integers(0, 3_200, (2, 12_000))
    A = sp.csr_array((np.ones(12_000), tuple(ends)), shape=(3_200, 3_200))
    graph = GraphData(A, [str(i) for i in range(3_200)], np.array(["a", "b"] * 1_600))
    monkeypatch.setattr("askcore.ui.data.dataset.load_sample", lambda _: graph)
    at = opened("matrix.py", "cyclic_communities")
    said = " ".join(each.value for each in at.markdown)
    assert "The symmetric part of K is indefinite" in said
    assert "Eigenvalues and ranks are those of 600 of 3,200 rows" in said
    assert numbers(at)[1] == "indefinite"
    on_tab(at, "Indefinite")
    assert any("not a Mercer kernel: some eigenvalues are negative." in each.value for each in at.markdown)
