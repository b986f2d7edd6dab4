"""The ways in: a sample, and one's own graph, table and matrix; what a broken file says."""

from __future__ import annotations

import re

import pytest

from tests.browser import files
from tests.browser.driver import SIDEBAR

pytestmark = pytest.mark.browser
VERDICT = re.compile(r"AsK-LS (reproduces )?\d+%")


def middle(app, *names: str) -> tuple[float, float]:
    """The place half way between nodes of the picture on Home."""
    picture = app.main.get_by_role("img", name="Seven nodes; a click reverses an arrow")
    boxes = [picture.get_by_text(name, exact=True).bounding_box() for name in names]
    x, y = (sum(box[at] + box[size] / 2 for box in boxes) for at, size in (("x", "width"), ("y", "height")))
    return x / len(boxes), y / len(boxes)


def test_a_first_visit_guesses_reverses_an_arrow_and_opens_a_sample(app):
    app.open().sees("What is C?")
    app.main.get_by_role("button", name="A circle").click()
    app.sees("Your guess is that of a kernel without arrowheads").settle()
    app.page.mouse.click(*middle(app, "C", "E"))
    app.sees("which is wrong")
    app.main.get_by_role("img", name="Seven nodes").get_by_text("E → C").wait_for(state="attached")
    app.main.get_by_role("button", name="C → E").click()
    app.sees("which is right")
    app.main.get_by_text("All 12 examples").click()
    opens = app.page.get_by_role("button", name="Open", exact=True)
    cards = app.main.locator("div").filter(has=app.page.get_by_role("heading", name="Iris")).filter(has=opens)
    cards.last.get_by_role("button", name="Open", exact=True).click()
    app.title("Decisions").sees("150 rows · 4 features · 3 classes", within=SIDEBAR).sees(VERDICT)
    app.drawn()
    first = app.main.get_by_role("figure").first
    assert first.locator(".js-plotly-plot .point").count() > 30


def test_an_own_graph_gets_its_labels_from_a_second_file(app):
    app.open("/decisions").upload(files.given("ring_edges.csv", files.edges_csv(files.ring())))
    app.sees("18 nodes · 108 links · no labels", within=SIDEBAR).sees("Not yet")
    app.upload(files.given("ring_nodes.csv", files.nodes_csv()), nth=-1)
    app.sees("18 nodes · 108 links · 3 classes", within=SIDEBAR).sees(VERDICT).drawn(2)
    app.choose("Kernel", "Katz (walks of every length)")
    app.page.wait_for_url(re.compile("kernel=Katz"))
    gamma = app.settle().slider("γ regularisation")
    gamma.press("ArrowRight")
    app.page.wait_for_url(re.compile("gamma="))
    moved = gamma.get_attribute("aria-valuetext")
    app.settle().go("Data").sees(re.compile(r"ring_edges\.csv"))
    app.page.go_back()
    assert app.title("Decisions").settle().slider("γ regularisation").get_attribute("aria-valuetext") == moved
    app.page.get_by_role("button", name="Undo").click()
    app.page.wait_for_url(lambda address: "gamma=" not in address or moved not in address)
    app.sees("18 nodes · 108 links · 3 classes", within=SIDEBAR)
    assert "kernel=Katz" in app.page.url


@pytest.mark.parametrize("page", ["Matrix", "Spectra", "Decisions"])
def test_what_a_search_finds_is_set_on_every_page_and_survives_a_reload_of_its_link(app, page):
    app.open("/").go(page).upload(files.given("edges.csv", files.edges_csv(files.scattered())))
    app.sees("no labels", within=SIDEBAR)
    app.upload(files.given("nodes.csv", files.groups_csv()), nth=-1)
    app.sees("3 classes", within=SIDEBAR).sees("Found by the quick search", within=SIDEBAR)
    found = app.kernel()
    assert "Adjacency" not in found
    for other in ("Decisions", "Spectra", "Matrix"):
        assert app.go(other).kernel() == found


def test_a_setting_that_a_button_sets_is_in_the_address(app):
    app.open("/decisions").upload(files.given("edges.csv", files.edges_csv(files.scattered())))
    app.sees("no labels", within=SIDEBAR).upload(files.given("nodes.csv", files.groups_csv()), nth=-1)
    app.sees("Found by the quick search", within=SIDEBAR).drawn(2)
    tuned, said = app.page.url, app.said()
    app.slider("γ regularisation").press("ArrowRight")
    app.page.wait_for_url(lambda address: address != tuned)
    app.main.get_by_role("button", name="Use it", exact=True).click()
    app.page.wait_for_url(tuned)
    app.page.reload()
    app.sees("There is no data set called").upload(
        files.given("edges.csv", files.edges_csv(files.scattered()))
    )
    app.sees("no labels", within=SIDEBAR).upload(files.given("nodes.csv", files.groups_csv()), nth=-1)
    app.sees("3 classes", within=SIDEBAR).says(said)
    assert app.page.url == tuned


def test_the_same_file_again_is_no_other_data_set(app):
    edges = files.given("edges.csv", files.edges_csv(files.ring()))
    app.open("/matrix").upload(edges).sees("18 nodes", within=SIDEBAR)
    app.go("Spectra").upload(edges).sees("18 nodes", within=SIDEBAR)
    app.page.wait_for_timeout(500)
    app.settle().page.go_back()
    app.title("Matrix").sees("18 nodes", within=SIDEBAR)
    assert "data=edges.csv" in app.page.url


def test_an_own_table_with_gaps_is_used_once_one_says_how(app):
    app.open("/data").upload(files.given("pets.csv", files.GAPS)).sees("pets.csv is not in use yet")
    app.sees("1 value is missing, in 1 of 40 rows.")
    app.go("Decisions").sees("pets.csv is not in use yet")
    app.main.get_by_role("button", name="Leave out 1 row", exact=True).click()
    app.sees("39 rows · 4 features · 2 classes", within=SIDEBAR).sees(VERDICT).drawn(2)
    assert "not in use yet" not in app.said()


def test_an_own_matrix_is_taken_apart(app):
    app.open("/kernel_matrix").upload(files.given("attention.npy", files.matrix_npy()))
    app.title("Matrix").sees("18 × 18 matrix · no labels", within=SIDEBAR).sees("Asymmetric").drawn(3)
    app.page.get_by_role("tab", name="Indefinite", exact=True).click()
    app.sees("Mercer").drawn(3)
    app.go("Spectra").sees("18", within=SIDEBAR).drawn(2)
    app.upload(files.given("labels.txt", files.labels_txt()), nth=-1).sees("3 classes", within=SIDEBAR)
    app.go("Decisions").sees(VERDICT).drawn(2)


def test_a_broken_file_is_told_in_words_and_loses_nothing(app):
    app.open("/data").upload(files.given("ring.csv", files.edges_csv(files.ring())))
    app.sees("18 nodes", within=SIDEBAR)
    for name, content, told in files.BROKEN.values():
        app.upload(files.given(name, content)).sees(f"{name} was not read")
        alert = app.page.get_by_role("alert").filter(has_text=name)
        assert told in alert.inner_text()
        app.sees("18 nodes", within=SIDEBAR)
    app.sidebar.get_by_role("button", name=f"Remove {name}").click()
    alert.wait_for(state="detached")
    app.settle().sees("18 nodes", within=SIDEBAR)
