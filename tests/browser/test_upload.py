"""One's own file: both ways in, what stays, and what a broken one says."""

from __future__ import annotations

import re

import pytest

from tests.browser import files
from tests.browser.driver import FIGURES

pytestmark = pytest.mark.browser
SIDE, SIDEBAR = "stSidebar", "[data-testid=stSidebar]"


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
    app.sees("Not yet").sees("under “Labels”")
    app.upload(nodes, nth=1).sees("18 nodes · 108 links · 3 classes", within=SIDEBAR).drawn(3)
    assert re.search(r"\b18 (training )?labels", app.verdict())
    app.go("Data")
    assert re.match(r"ring_edges\.csv .*\b18 nodes", app.verdict())
    app.go("Home").go("Decisions").drawn(3)
    assert re.search(r"\b18 (training )?labels", app.verdict())


@pytest.mark.long
def test_upload_from_the_first_page(app, ring):
    edges, nodes = ring
    app.open("/").upload(edges, where="stMain").sees("18 nodes", within=SIDEBAR)
    app.upload(nodes, where="stMain", nth=1).sees("3 classes", within=SIDEBAR)
    app.go("Decisions").drawn(3).go("Data")
    assert app.metric("Nodes") == "18"


@pytest.mark.long
def test_a_table_with_labels(app, tmp_path):
    path = tmp_path / "pets.csv"
    path.write_bytes(files.TABLE)
    app.open("/decisions").upload(path).sees("40 rows · 2 features · 2 classes", within=SIDEBAR).drawn(3)
    assert "16 held-out samples" in app.verdict()
    app.go("Data")
    assert (app.metric("Rows"), app.metric("Classes")) == ("40", "2")


@pytest.mark.long
def test_broken_files_tell_the_place_and_keep_the_data(app, ring):
    app.open("/data")
    for name, content, told in files.BROKEN.values():
        app.upload(as_file(name, content)).sees(f"{name} was not read")
        message = app.alert()
        assert told in message
        assert "You still see Cyclic communities, the data set from before." in message
        app.sees("300 nodes · 5,415 links", within=SIDEBAR)
    app.upload(ring[0]).sees("18 nodes", within=SIDEBAR)
    app.without("stAlert")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("nothing.csv", b""),
        pytest.param("paper.pdf", b"%PDF-1.7 no data", marks=pytest.mark.long),
        pytest.param("minus.csv", b"source,target,weight\na,b,-1\n", marks=pytest.mark.long),
    ],
)
def test_a_broken_file_in_place_of_a_good_one_keeps_the_good_one(app, ring, name, content):
    app.open("/data").upload(ring[0]).sees("18 nodes", within=SIDEBAR)
    app.upload(as_file(name, content)).sees(f"{name} was not read").sees("18 nodes", within=SIDEBAR)
    app.page.get_by_test_id(SIDE).get_by_role("button", name=f"Remove {name}").click()
    app.page.get_by_test_id("stAlert").first.wait_for(state="detached")
    app.settle().sees("18 nodes", within=SIDEBAR)


@pytest.mark.long
def test_removing_a_file_that_is_not_in_use_changes_nothing(app, ring):
    app.open("/").upload(ring[0]).sees("18 nodes", within=SIDEBAR)
    app.upload(as_file("nothing.csv", b""), where="stMain").sees("nothing.csv was not read")
    app.page.get_by_test_id("stMain").get_by_role("button", name="Remove nothing.csv").click()
    app.page.get_by_text("nothing.csv was not read").wait_for(
        state="detached"
    )  # Home tells what is in use instead
    app.settle().sees("18 nodes", within=SIDEBAR)
    app.page.get_by_test_id(SIDE).get_by_role("button", name="Remove ring_edges.csv").click()
    app.sees("300 nodes", within=SIDEBAR)


@pytest.mark.long
def test_an_edge_to_an_unknown_node_keeps_the_graph(app, ring):
    app.open("/data").upload(ring[0]).sees("18 nodes", within=SIDEBAR)
    app.upload(as_file("few.csv", b"node,label\nn00,red\n"), nth=1).sees("was not read")
    assert "which is not in the node table" in app.alert()
    assert "Line 2" in app.alert()
    app.sees("18 nodes · 108 links · no labels", within=SIDEBAR)


@pytest.mark.long
def test_a_message_goes_when_another_data_set_is_chosen(app):
    app.open("/").upload(as_file("nothing.csv", b"")).sees("nothing.csv was not read")
    app.page.locator(".st-key-open_teaching_graph").get_by_role("button").click()
    app.title("Decisions").sees("7 nodes", within=SIDEBAR)
    app.without("stAlert")


@pytest.mark.long
def test_a_matrix_is_seen_decided_and_read_otherwise(app, tmp_path):
    path = tmp_path / "attention.npy"
    path.write_bytes(files.matrix_npy())
    app.open("/data").upload(path).sees("18 × 18 matrix · no labels", within=SIDEBAR).drawn(2)
    assert re.match(r"attention\.npy .*\b18 rows .*\b18 columns", app.verdict())
    assert (app.metric("Rows"), app.metric("Row sums")) == ("18", "1")
    app.go("Decisions").sees("Not yet").sees("one label per line")
    app.page.get_by_test_id("stPageLink").get_by_text("Kernel matrix").click()
    app.title("Kernel matrix").sees("The matrix itself", within=SIDEBAR).drawn(2)
    app.upload(as_file("labels.txt", files.labels_txt()), nth=1).sees("3 classes", within=SIDEBAR)
    app.go("Decisions").drawn(3)
    assert re.search(r"\b18 (training )?labels", app.verdict())
    assert app.metric("Merged") == "100%"
    app.page.get_by_role("radio", name="Graph", exact=True).first.click()
    app.sees("18 nodes", within=SIDEBAR)


@pytest.mark.long
def test_a_rectangular_matrix_says_where_it_can_be_seen(app):
    app.open("/decisions").upload(as_file("cross.csv", b"1,2.5,-3\n4,5,6\n" * 3)).sees(
        "rows · 3 features", within=SIDEBAR
    )
    app.page.get_by_role("radio", name="Matrix", exact=True).click()
    app.sees("6 × 3 matrix", within=SIDEBAR).sees("6 rows and 3 columns")
    app.page.get_by_test_id("stPageLink").get_by_text("Spectra").click()
    app.title("Spectra").drawn(2)


@pytest.mark.long
def test_the_label_column_and_gaps_of_a_table_are_chosen(app):
    app.open("/data").drawn(2).upload(as_file("pets.csv", files.GAPS)).sees("pets.csv is not in use yet")
    assert "1 value is missing, in 1 of 40 rows." in app.alert()
    app.without(app.page.locator(FIGURES))
    app.go("Decisions").sees("pets.csv is not in use yet")
    app.page.get_by_role("button", name="Leave out 1 row", exact=True).click()
    app.sees("39 rows · 4 features · 2 classes", within=SIDEBAR).drawn(3).go("Data")
    app.choose("Missing values", "refuse").sees("pets.csv is not in use yet")
    app.choose("Missing values", "leave such rows out").sees(
        "39 rows · 4 features · 2 classes", within=SIDEBAR
    )
    app.without("stAlert")
    app.choose("Label column", "colour").sees("39 rows · 3 features · 3 classes", within=SIDEBAR)
    app.choose("Words become", "ordinal").sees("39 rows · 2 features · 3 classes", within=SIDEBAR)
    app.choose("Label column", "(no label)").sees("39 rows · 3 features · no labels", within=SIDEBAR)
    app.go("Decisions").sees("Choose the column that holds them")


@pytest.mark.long
def test_a_file_takes_the_place_of_one_whose_slider_was_moved(app, ring):
    app.open("/decisions").upload(as_file("pets.csv", files.TABLE)).sees("40 rows", within=SIDEBAR).drawn(3)
    app.slider("times its usual value").press("End")
    app.page.wait_for_url(re.compile(r"times_\w+=20"))
    app.upload(ring[0]).sees("18 nodes · 108 links · no labels", within=SIDEBAR)
    assert app.page.get_by_test_id("stException").count() == 0
    assert "times_" not in app.page.url


@pytest.mark.long
def test_a_zip_of_images_is_measured_and_decided(app):
    content = {"name": "stripes.zip", "mimeType": "application/zip", "buffer": files.images_zip()}
    app.open("/data").upload(content).sees("12 bags", within=SIDEBAR).sees("Some of the images")
    assert (app.metric("Bags"), app.metric("Classes")) == ("12", "2")
    app.go("Decisions").drawn(3).sees("nats (standard error)", within=SIDEBAR)
    assert app.metric("Merged") == "100%"


@pytest.mark.long
def test_names_are_plain_text(app):
    edges, nodes = as_file("evil.csv", files.EVIL_EDGES), as_file("evil_nodes.csv", files.EVIL_NODES)
    app.open("/data").upload(edges).sees("6 nodes", within=SIDEBAR)
    app.upload(nodes, nth=1).sees("3 classes", within=SIDEBAR).drawn(3)
    app.go("Decisions").drawn(3)
    for name in (each.replace("http:", "http:\u2060") for each in files.EVIL):
        app.page.get_by_role("radio", name=name, exact=True).click()
        app.page.get_by_role("radio", name=name, exact=True, checked=True).wait_for()
        app.settle().sees(f"positive for “{name}”")
    for way in ("Matrix by class", "Ego network"):
        app.page.get_by_role("radio", name=way).click()
        app.page.get_by_role("radio", name=way, checked=True).wait_for()
        app.settle().drawn(3)
    assert app.page.locator("[data-testid=stMain] img").count() == 0
    assert app.page.evaluate("document.querySelectorAll('[src=x]').length") == 0


@pytest.mark.long
def test_a_file_name_is_plain_text(app):
    name = "my_*own*_`graph` $1 $2 <b> ![i](x).csv"
    app.open("/data").upload(as_file(name, files.edges_csv(files.ring()))).sees("18 nodes", within=SIDEBAR)
    assert app.verdict().startswith(f"{name} is a directed graph")
    app.upload(as_file(name, b"")).sees("was not read")
    assert name in app.alert()


@pytest.mark.long
def test_a_second_file_becomes_the_labels_of_the_first(app, ring):
    edges, nodes = ring
    app.open("/decisions").upload(edges).sees("18 nodes · 108 links · no labels", within=SIDEBAR)
    app.upload(nodes).sees("ring_nodes.csv looks like labels for ring_edges.csv")
    app.sees("18 nodes · 108 links · no labels", within=SIDEBAR)
    app.page.get_by_role("button", name="Use them as labels").click()
    app.sees("18 nodes · 108 links · 3 classes", within=SIDEBAR).drawn(3)
    assert re.search(r"\b18 (training )?labels", app.verdict())


@pytest.mark.long
def test_a_wide_table_starts_healthy_whatever_bandwidth_the_address_held(app, tmp_path):
    path = tmp_path / "wide.csv"
    path.write_bytes(files.wide_table())
    app.open("/decisions").upload(path)
    app.sees("300 rows · 50 features · 2 classes", within=SIDEBAR).drawn(3)
    assert app.page.get_by_text("almost the identity").count() == 0
    app.open("/decisions?times_sne_sigma=0.2").upload(path)
    app.sees("2 × its usual value", within=SIDEBAR).drawn(3)  # what its training samples choose
    assert app.page.get_by_text("almost the identity").count() == 0
