"""A link copied from a page in an unusual state shows the same words and the same picture to whoever opens it."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from askcore.ui.contents import PAGES
from tests.browser.conftest import watched
from tests.browser.driver import Driver

pytestmark = pytest.mark.browser
VIEW = {"width": 1280, "height": 3_600}  # pixels: so much of a page stands in its picture
PATIENCE = 60_000  # milliseconds, for pages that nobody has opened before
FAR, FEW = (
    40,
    1e-3,
)  # levels by which a pixel differs, and the share of them that may: edges fall between pixels
ROLES = ("tab", "radio", "slider", "combobox", "textbox", "spinbutton")
RIGHT, TURNED = "ArrowRight", None  # of a slider, and of a switch or a button

# What is set on each page, by the keys of the controls, and in this order; nothing of it is the usual value.
UNUSUAL = {
    "home": ("/", {"home_node": "E", "home_turn": TURNED}),
    "lessons": ("/lessons?data=Iris", {}),
    "lesson_two_views": ("/lesson_two_views", {"home_node": "D", "home_remove": TURNED}),
    "lesson_svm_forgets": ("/lesson_svm_forgets", {"svm_forgets_t": RIGHT, "svm_forgets_cost": RIGHT}),
    "lesson_primal_dual": (
        "/lesson_primal_dual",
        {
            "primal_dual_step": "4 Dual system",
            "primal_dual_factor": "½ ω′ν, the tutorial",
            "primal_dual_gamma": RIGHT,
        },
    ),
    "lesson_resonance": ("/lesson_resonance", {"resonance_gamma": RIGHT, "resonance_damping": RIGHT}),
    "lesson_rows_meet_columns": (
        "/lesson_rows_meet_columns",
        {"rows_meet_columns_kernel": "RBF", "rows_meet_columns_sigma": RIGHT},
    ),
    "lesson_guess_matrix": (
        "/lesson_guess_matrix",
        {"guess_matrix_kind": "Noise", "guess_matrix_size": RIGHT, "guess_matrix_again": TURNED},
    ),
    "lesson_krein_space": (
        "/lesson_krein_space",
        {"krein_space_fix": "Shift", "krein_space_gamma": "0.5", "krein_space_rho": RIGHT},
    ),
    "lesson_feature_space": (
        "/lesson_feature_space",
        {"feature_space_operation": "normalised", "feature_space_point": "F", "feature_space_F1": RIGHT},
    ),
    "lesson_graphs_strings": (
        "/lesson_graphs_strings",
        {"graphs_strings_kind": "Von Neumann", "graphs_strings_arrows": TURNED, "graphs_strings_beta": RIGHT},
    ),
    "lesson_honest_comparison": (
        "/lesson_honest_comparison",
        {"honest_comparison_rival": TURNED, "honest_comparison_null": TURNED},
    ),
    "glossary": ("/glossary", {"glossary_find": "indefinite"}),
    "data": ("/data?data=Seven+nodes", {"find_sample": "C", "picture": "Matrix by class"}),
    "data, a table": ("/data?data=Iris", {"across": "petal length (cm)", "contents": TURNED}),
    "data, bags": ("/data?data=Four+textures&selected=1-3", {}),
    "decisions": (
        "/decisions?data=Seven+nodes&selected=0-2",
        {
            "kernel": "Katz (walks of every length)",
            "orientation": "both ways",
            "katz_share": RIGHT,
            "view": "circle",
            "drawn": "Ego network",
            "details": "γ and λ",
            "damping": RIGHT,
            "merge": "joint",
            "seed": "3",
            "find_sample": "C",
        },
    ),
    "decisions, a table": (
        "/decisions?data=Two+moons",
        {"kernel": "Laplacian", "scaled": TURNED, "train": RIGHT, "details": "Decision regions"},
    ),
    "apply": (
        "/apply?data=Iris",
        {"apply_example": TURNED, "kernel": "Laplacian", "gamma": RIGHT, "apply_class": "virginica"},
    ),
    "direction": (
        "/direction?data=Iris",
        {"several": "This kernel", "effort": "Full", "score": "balanced accuracy", "kernel": "RBF"},
    ),
    "kernel_matrix": (
        "/kernel_matrix?data=Seven+nodes",
        {
            "matrix_part": "Skew-symmetric",
            "matrix_order": "In the order of the file",
            "spectrum": "Singular values",
            "matrix_details": "Values",
            "loops": TURNED,
        },
    ),
    "kernel_matrix, a pair": (
        "/kernel_matrix?data=Attention+of+a+copying+layer&matrix_details=Two+samples&pair_u=3",
        {"matrix_part": "Symmetric"},
    ),
    "indefinite": (
        "/indefinite?data=Iris",
        {
            "kernel": "tanh",
            "centre_first": TURNED,
            "indefinite_axis": "Values",
            "pair_counts": "Logarithmic",
            "indefinite_details": "Two spheres",
            "rho": RIGHT,
        },
    ),
    "spectra": (
        "/spectra?data=Iris",
        {"centre": TURNED, "axis": "Linear", "rank_60": RIGHT, "spectra_details": "Groups", "groups": "4"},
    ),
    "spectra, joined": (
        "/spectra?data=Seven+nodes&sample=C",
        {"joined": TURNED, "scaling": "U Σ", "orientation": "links in"},
    ),
    "nystroem": (
        "/nystroem?data=Swiss+roll",
        {"spectrum_scale": "Linear", "formula": "Published", "rank": RIGHT, "seed": "3"},
    ),
    "papers": ("/papers", {"paper_layout": "One row per number", "cell_method_askls-IV": "AsK-LS T"}),
    "session": ("/session?data=Iris&seed=3", {}),
}
QUICK = ("home", "lesson_guess_matrix", "kernel_matrix")
# What a control is called in the address, where its own key is another.
IN_ADDRESS = {
    "find_sample": "sample",
    "home_turn": "arrows",
    "home_remove": "arrows",
    "guess_matrix_again": "drawing",
    "feature_space_F1": "points",
}


@pytest.fixture
def opened(browser, address) -> Iterator:
    """Opens a page in a profile of its own."""
    held = []

    def fresh(path: str) -> Driver:
        held.append(browser.new_context(viewport=VIEW))
        held.append(watched(held[-1], address))
        app = held[-1].__enter__()
        app.page.set_default_timeout(PATIENCE)
        return app.open(path)

    yield fresh
    for each in held[1::2]:
        each.__exit__(None)
    for each in held[::2]:
        each.close()


def put(app: Driver, key: str, what: str | None) -> None:
    """Set the control of a key, whatever it is, and wait until the address says so."""
    control = app.page.locator(f".st-key-{key}").first
    control.wait_for()
    roles = () if what is TURNED else ("slider",) if what == RIGHT else ROLES
    if roles:  # its place may be there before it is
        here = control.get_by_role("slider") if what == RIGHT else control.locator("[role], input, textarea")
        here.first.wait_for(state="attached")
    role = next((each for each in roles if control.get_by_role(each).count()), "")
    found = control.get_by_role(role) if role else control.locator("label, button, summary")
    if role in ("tab", "radio"):
        control.get_by_role(role, name=what, exact=True).click()
    elif role == "slider":
        found.first.press(what)
    elif role == "combobox":
        found.first.click()
        app.page.get_by_role("option", name=what, exact=True).click()
    elif role:
        found.first.fill(what)
        found.first.press("Enter")
    else:
        found.first.click()
    app.page.wait_for_url(re.compile(rf"[?&]{IN_ADDRESS.get(key, key)}="))
    app.settle()


def picture(app: Driver) -> np.ndarray:
    """The main part of the page as pixels, from its beginning on and with nothing under the pointer."""
    app.page.mouse.move(1, 1)
    app.page.evaluate(
        "() => { for (const each of document.querySelectorAll('*')) if (each.scrollTop) each.scrollTop = 0; }"
    )
    app.page.evaluate("document.activeElement?.blur()")
    shot = app.page.get_by_test_id("stMain").screenshot(animations="disabled")
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).astype(int)


def differing(found: np.ndarray, wanted: np.ndarray) -> float:
    """Share of the pixels that are found neither in their place nor beside it.

    Plotly leaves a figure in its place where its margins change by up to one pixel; opened anew, it is moved.
    """
    if found.shape != wanted.shape:
        return 1.0
    far = np.ones(found.shape[:2], dtype=bool)
    for shift in itertools.product((0, 1, -1), repeat=2):
        far &= abs(found - np.roll(wanted, shift, axis=(0, 1))).max(axis=2) > FAR
    return float(far.mean())


def looks_like(app: Driver, wanted: np.ndarray) -> None:
    """Wait until the picture is the same one; a figure is drawn a moment after its words."""
    for _ in range(20):
        differs = differing(picture(app), wanted)
        if differs <= FEW:
            return
        app.page.wait_for_timeout(500)
    raise AssertionError(f"{differs:.2%} of the pixels differ")


def test_a_picture_may_lie_a_pixel_beside_its_place_and_not_two():
    dots = np.where(np.random.default_rng(0).random((40, 40, 1)) < 0.2, 255, 0).repeat(3, axis=2)
    assert differing(np.roll(dots, 1, axis=1), dots) <= FEW
    assert differing(np.roll(dots, 2, axis=1), dots) > 10 * FEW


def test_every_page_has_an_unusual_state():
    assert {name.partition(",")[0] for name in UNUSUAL} == {page.file for page in PAGES}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in UNUSUAL]
)
def test_a_copied_link_shows_the_same_words_and_the_same_picture(opened, name):
    path, controls = UNUSUAL[name]
    app = opened(path)
    for key, what in controls.items():
        put(app, key, what)
    app.page.wait_for_timeout(1_000)  # what follows from the last change, and runs by itself
    said = app.settle().said()
    seen, link = picture(app), app.copied()
    assert link == app.page.url
    other = opened(link.removeprefix(app.address))
    other.says(said)
    looks_like(other, seen)
    assert "in the address" not in said
    assert sorted(other.page.url.partition("?")[2].split("&")) == sorted(link.partition("?")[2].split("&"))
