"""One's own file: both ways in, what stays, and what a broken one says."""

from __future__ import annotations

import pytest

from tests.browser import files

pytestmark = pytest.mark.browser
SIDEBAR = "[data-testid=stSidebar]"


@pytest.fixture
def ring(tmp_path):
    """An edge list and its node labels, as files."""
    edges, nodes = tmp_path / "ring_edges.csv", tmp_path / "ring_nodes.csv"
    edges.write_bytes(files.edges_csv(files.ring()))
    nodes.write_bytes(files.nodes_csv())
    return edges, nodes


def as_file(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "text/csv", "buffer": content}


def test_a_graph_and_its_labels_stay_across_pages(app, ring):
    edges, nodes = ring
    app.open("/data").upload(edges).sees("18 nodes · 108 links · no labels", within=SIDEBAR)
    app.go("Decisions")
    app.sees("Not yet").sees("“Node labels (optional)”")
    app.upload(nodes, nth=1).sees("18 nodes · 108 links · 3 classes", within=SIDEBAR).drawn(3)
    assert "18 labels" in app.verdict()
    app.go("Data")
    assert "ring_edges.csv is a directed graph: 18 nodes" in app.verdict()
    app.go("Home").go("Decisions").drawn(3)
    assert "18 labels" in app.verdict()


def test_upload_from_the_first_page(app, ring):
    edges, nodes = ring
    app.open("/").upload(edges, where="stMain").sees("18 nodes", within=SIDEBAR)
    app.upload(nodes, where="stMain", nth=1).sees("3 classes", within=SIDEBAR)
    app.go("Decisions").drawn(3).go("Data")
    assert app.metric("Nodes") == "18"


def test_a_table_with_labels(app, tmp_path):
    path = tmp_path / "pets.csv"
    path.write_bytes(files.TABLE)
    app.open("/decisions").upload(path).sees("40 rows · 2 features · 2 classes", within=SIDEBAR).drawn(3)
    assert "16 held-out samples" in app.verdict()
    app.go("Data")
    assert (app.metric("Rows"), app.metric("Classes")) == ("40", "2")


def test_broken_files_tell_the_place_and_keep_the_data(app, ring):
    app.open("/data")
    for name, content, told in files.BROKEN.values():
        app.upload(as_file(name, content)).sees(f"{name} was not read")
        message = app.alert()
        assert told in message
        assert "You still see the data set from before." in message
        app.sees("300 nodes · 5,415 links", within=SIDEBAR)
    app.upload(ring[0]).sees("18 nodes", within=SIDEBAR)
    assert app.page.get_by_test_id("stAlert").count() == 0


def test_an_edge_to_an_unknown_node_keeps_the_graph(app, ring):
    app.open("/data").upload(ring[0]).sees("18 nodes", within=SIDEBAR)
    app.upload(as_file("few.csv", b"node,label\nn00,red\n"), nth=1).sees("was not read")
    assert "which is not in the node table" in app.alert()
    assert "Line 2" in app.alert()
    app.sees("18 nodes · 108 links · no labels", within=SIDEBAR)


def test_a_message_goes_when_another_data_set_is_chosen(app):
    app.open("/").upload(as_file("nothing.csv", b"")).sees("nothing.csv was not read")
    app.page.locator(".st-key-open_teaching_graph").get_by_role("button").click()
    app.title("Decisions").sees("7 nodes", within=SIDEBAR)
    assert app.page.get_by_test_id("stAlert").count() == 0


def test_names_are_plain_text(app):
    edges, nodes = as_file("evil.csv", files.EVIL_EDGES), as_file("evil_nodes.csv", files.EVIL_NODES)
    app.open("/data").upload(edges).sees("6 nodes", within=SIDEBAR)
    app.upload(nodes, nth=1).sees("3 classes", within=SIDEBAR).drawn(3)
    app.go("Decisions").drawn(3)
    for name in files.EVIL:
        app.page.get_by_role("radio", name=name, exact=True).click()
        app.page.get_by_role("radio", name=name, exact=True, checked=True).wait_for()
        app.settle().sees(f"says “{name}”")
    for way in ("Matrix by class", "Ego network"):
        app.page.get_by_role("radio", name=way).click()
        app.page.get_by_role("radio", name=way, checked=True).wait_for()
        app.settle().drawn(3)
    assert app.page.locator("[data-testid=stMain] img").count() == 0
    assert app.page.evaluate("document.querySelectorAll('[src=x]').length") == 0


def test_a_file_name_is_plain_text(app):
    name = "my_*own*_`graph` $1 $2 <b> ![i](x).csv"
    app.open("/data").upload(as_file(name, files.edges_csv(files.ring()))).sees("18 nodes", within=SIDEBAR)
    assert app.verdict().startswith(f"{name} is a directed graph")
    app.upload(as_file(name, b"")).sees("was not read")
    assert name in app.alert()
