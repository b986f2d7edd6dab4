"""What a page says, line by line: to compare with what it said before, and to read in one go.

``python -m tests.pages.sentences`` writes the snapshots anew, after a change that CHANGELOG names.
``python -m tests.pages.sentences two_moons my_graph.csv`` prints what all pages say of samples and files, in reading
order and with the words of the figures (``make sentences FILES="..."``).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree as Xml

import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ElementTree

from askcore.datasets import list_samples
from askcore.ui import contents
from askcore.ui.data.session import UPLOADS
from askcore.ui.pages.matrix.indefinite import FIXES, PARTS, PAYS, SPHERES
from askcore.ui.pieces import TAKEN
from tests.framed import frame_every_run, the_same_everywhere

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "sentences"
# The paper tables, a tab of Learn, are written down like a page.
IN_LEARN = ("papers", "Paper tables")
PAGES = sorted([*(page.file for page in contents.PAGES), IN_LEARN[0]])
SAMPLES = {
    "graph": "cyclic_communities",
    "table": "two_moons",
    "matrix": "attention",
    "bags": "textures",
}
# Keys of the tabs, as an address or a click sets them.
TABS = {
    "data": "data_tab",
    "decisions": "details",
    "learn": "learn",
    "matrix": "matrix_details",
    "nystroem": "race_tab",
    "papers": "paper_details",
    "spectra": "spectra_details",
}
# Views within a tab: the tab, the key of their control, and their names.
VIEWS = {"matrix": ("Indefinite", "indefinite_details", (PARTS, FIXES, PAYS, SPHERES))}
# Parts that are made where they are open, by the ends of their keys.
FOLDED = ("how", "lagrangian", "race", "more", *(f"question_{number}" for number in range(1, 6)))
# Sample, button and tab of a page's run.
RUNS = {
    "decisions": ("teaching_graph", "compare", "Does direction pay?"),
    "matrix": ("iris", "three_kinds", "Indefinite"),
    "nystroem": ("teaching_graph", "race", ""),
}
# Pages that look alike whatever the data are shown once.
ONCE = ("home", "learn", "papers", "share", *(page for page in PAGES if page.startswith("lesson")))
SAID = (
    "title",
    "header",
    "subheader",
    "markdown",
    "caption",
    "latex",
    "info",
    "warning",
    "error",
    "success",
)

_UNIT = r"(?:ms|s|h|min|µs|seconds?|minutes?|hours?)"
_TIMES = re.compile(
    rf"(?:\babout )?\*{{0,2}}\d[\d.,]*(?: to \d[\d.,]*)? {_UNIT}\b\*{{0,2}}"
    r"|\b(?:less than |about )?a second(?: or two)?\b"
)
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
# What is said of times differs from run to run.
_OF_TIMES = re.compile(
    r"faster|slower|Sampling does not pay|times as (?:long|fast)|The best sample|takes as long|‹time›.*‹time›"
)


frame_every_run()


def opened(page: str, sample: str | None) -> AppTest:
    """A page inside the frame, with a sample chosen in the sidebar as a person does.

    ``sample`` : the name of a sample, or the path of a file, which is given in the sidebar.
    """
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    own = sample is not None and bool(Path(sample).suffix)
    if sample is not None and not own:
        at.selectbox("data").set_value(sample).run()
    for part in FOLDED:
        at.session_state[f"{page.removeprefix('lesson_')}_{part}"] = True
    at.switch_page(f"pages/{'learn' if page == IN_LEARN[0] else page}.py")
    _run(at, page)
    at.session_state[TAKEN] = True  # each page has one of its own
    _run(at, page)
    if sample is not None and own:
        return at.file_uploader("file_0").set_value((Path(sample).name, Path(sample).read_bytes(), "")).run()
    return at


def lines(page: str, sample: str | None, *, press: bool = False, drawn: bool = False) -> list[str]:
    """All that a page says: as it opens (``press``: after its run), then what each of its tabs adds.

    ``drawn`` : with the words of the figures.
    """
    at = opened(page, sample)
    if press:
        if RUNS[page][2]:
            at.session_state[TABS[page]] = RUNS[page][2]
            at.session_state["indefinite_details"] = "Does it pay?"
            at.run()
        at.button(RUNS[page][1]).click().run()
    assert [error.value for error in at.exception] == []
    found = list(_lines(at.main, drawn)) + list(_lines(at.sidebar))
    own = sample is not None and bool(Path(sample).suffix)
    for tab in _tabs(at, page):
        if (
            own and not press
        ):  # of a file, AppTest takes a list that it has seen before for changed, which opens its tab
            at = opened(page, sample)
        at.session_state[TABS[page]] = tab
        _run(at, page)
        assert [error.value for error in at.exception] == []
        known = set(found)
        found += [f"[{tab}] {line}" for line in _lines(at.main, drawn) if line not in known]
        within, key, views = VIEWS.get(page, ("", "", ()))
        for view in views if tab == within and not press else ():
            at.session_state[key] = view
            at.run()
            assert [error.value for error in at.exception] == []
            known = {line.removeprefix(f"[{tab}] ") for line in found}
            found += [f"[{tab}: {view}] {line}" for line in _lines(at.main, drawn) if line not in known]
    return found


def _run(at: AppTest, page: str) -> None:
    """Run the page; of the paper tables with their tab open, which AppTest does not hold."""
    if page == IN_LEARN[0]:
        at.session_state[TABS["learn"]] = IN_LEARN[1]
    at.run()


def _tabs(at: AppTest, page: str) -> list[str]:
    """The tabs of a page; those of Learn come first where the paper tables have some, too."""
    found = [tab.label for tab in at.tabs]
    if page not in ("learn", IN_LEARN[0]):
        return found
    within = found.index(IN_LEARN[1])
    return found[:within] if page == "learn" else found[within + 1 :]


def agree(said: str, known: str, *, tolerance: float = 0.02) -> bool:
    """Whether two lines are the same words with the same numbers, up to a rounding of the last digit or so."""
    if _NUMBER.sub("#", said) != _NUMBER.sub("#", known):
        return False
    pairs = zip(_NUMBER.findall(said), _NUMBER.findall(known), strict=True)
    return all(_near(_number(a), _number(b), tolerance) for a, b in pairs)


def snapshot(page: str, kind: str) -> Path:
    """The file that holds what a page said."""
    return FOLDER / f"{page}-{kind}.txt"


def cases() -> list[tuple[str, str]]:
    """(page, kind of data) of every snapshot."""
    shown = [(page, kind) for page in PAGES for kind in (("graph",) if page in ONCE else SAMPLES)]
    return shown + [(page, "run") for page in RUNS]


def said(page: str, kind: str) -> list[str]:
    """The lines of one case, on a computer that has neither public data sets nor results of its own."""
    with TemporaryDirectory() as empty:
        fresh = {"XDG_CACHE_HOME": empty, "ASKCORE_RESULTS": empty, "ASKCORE_DATA": ""}
        with patch.dict(os.environ, fresh):
            if kind == "run":
                return lines(page, RUNS[page][0], press=True)
            return lines(page, None if page in ONCE else SAMPLES[kind])


def of_page(path: Path) -> list[str]:
    """What a snapshot holds of the page itself: without the sidebar, formulas and code."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(
        r"^(header \| What next|selectbox \| Data set \|).*?^button \| Reset everything$",
        "",
        text,
        flags=re.M | re.S,
    )
    return [line for line in text.splitlines() if not re.match(r"(\[.*?\] )?(code|latex) ", line)]


def read(*data: str) -> Iterator[str]:
    """What all pages say of samples and files, as a reader meets it; what was said before is not repeated."""
    known: set[str] = set()
    fresh = {"ASKCORE_DATA": ""}
    with (
        TemporaryDirectory() as empty,
        patch.dict(os.environ, fresh | {"XDG_CACHE_HOME": empty}),
        named_uploads(),
    ):
        for sample in data:
            for page in PAGES:
                yield f"\n# {page}: {sample}"
                for line in lines(page, sample, drawn=True):
                    short = re.sub(r"( \| [^|]{1,40}){6,}", " | …", line)
                    if short not in known and not re.match(r"(\[.*\] )?(code|latex) ", short):
                        known.add(short)
                        yield short


@contextmanager
def named_uploads() -> Iterator[None]:
    """AppTest asks outside of the session what an option is called, the file in use among them."""
    run = ElementTree.run

    def named(tree: Any, **more: Any) -> Any:
        held = tree._runner.session_state
        if UPLOADS in held:
            st.session_state[UPLOADS] = held[UPLOADS]
        return run(tree, **more)

    with patch.object(ElementTree, "run", named):
        yield
    st.session_state.clear()


def _of_picture(proto: Any) -> Iterator[str]:
    """The words of an SVG: what stands for it where it is not seen, and those in it."""
    data = json.loads(proto.json or "{}")
    if "alt" not in data:  # it draws nothing, but listens
        return
    yield data["alt"]
    if "name" in data:  # a figure above, as a file
        return
    yield from (words.strip() for words in Xml.fromstring(data["picture"]).itertext())


def _of_figure(proto: Any) -> Iterator[str]:
    """The words of a figure: what stands for it where it is not seen, titles, names and notes in it."""
    yield proto.alt
    drawn = json.loads(proto.spec)
    layout = drawn["layout"]
    for part in (layout, *(value for value in layout.values() if isinstance(value, dict))):
        title = part.get("title") or {}
        yield title.get("text", "") if isinstance(title, dict) else title
    yield from (note.get("text", "") for note in layout.get("annotations", ()))
    for trace in drawn["data"]:
        if trace.get("showlegend") is not False:
            yield trace.get("name") or ""
        yield trace.get("hovertemplate") or ""
        yield (trace.get("colorbar", {}).get("title") or {}).get("text", "")


DRAWN = {"plotly_chart": _of_figure, "bidi_component": _of_picture}


def _lines(node: Any, drawn: bool = False) -> Iterator[str]:
    children = getattr(node, "children", None)
    if children is not None:
        label = getattr(node, "label", "") if node.type in ("expander", "tab") else ""
        if label:
            yield f"{node.type} | {label}"
        for child in children.values():
            yield from _lines(child, drawn)
        return
    if node.type in DRAWN:
        words = [each for each in dict.fromkeys(DRAWN[node.type](node.proto)) if each]
        yield from (f"figure | {each}" for each in (words if drawn else words[:1]))
    for line in _words(node):
        yield _steady(f"{node.type} | {line}")


def _lists_formats(node: Any) -> bool:
    return node.type == "file_uploader" and node.help.startswith("Graph: ")


def _words(node: Any) -> Iterator[str]:
    if node.type in SAID:
        yield from (line for line in str(node.value).splitlines() if line.strip())
        if getattr(node.proto, "help", ""):
            yield " ".join(f"({node.proto.help})".split())
    elif node.type == "metric":
        yield " | ".join(map(str, (node.label, node.value, node.delta, node.help)))
    elif getattr(node, "key", None) == "figure_out" or _lists_formats(
        node
    ):  # words of the figures themselves; of the readers
        yield node.label
    elif node.type == "selectbox" and node.label == "Kernel":  # a new one is no new sentence
        yield f"{node.label} | {node.value}"
    elif getattr(node, "label", None):
        more = [str(text) for text in (getattr(node, "help", ""), getattr(node, "placeholder", "")) if text]
        yield " | ".join([node.label, *map(str, getattr(node, "options", ())), *more])
    elif node.type not in (*DRAWN, "code", "divider", "image", "vega_lite_chart", "arrow_data_frame", "imgs"):
        yield f"({getattr(node.proto, 'label', '')})"


def _steady(line: str) -> str:
    line = " ".join(_TIMES.sub("‹time›", line).split())
    return "‹of times›" if _OF_TIMES.search(line) else line


def _number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-").replace(" × 10", "e").translate(_RAISED))


def _near(a: float, b: float, tolerance: float) -> bool:
    return abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-9)


def write() -> None:
    """Write every snapshot."""
    FOLDER.mkdir(exist_ok=True)
    for page, kind in cases():
        snapshot(page, kind).write_text("\n".join(said(page, kind)) + "\n", encoding="utf-8")


def main(given: list[str] | None = None) -> None:
    """The command: without data it writes the snapshots, with samples and files it prints what is said of them."""
    command = argparse.ArgumentParser(
        prog="python -m tests.pages.sentences",
        description="Write the snapshots of what the pages say; or print what they say of samples and files.",
    )
    command.add_argument(
        "data", nargs="*", help=f"a file with its ending, or a sample: {', '.join(list_samples())}"
    )
    data = command.parse_args(given).data
    the_same_everywhere()
    unknown = [one for one in data if one not in list_samples() and not Path(one).is_file()]
    if unknown:
        command.error(f"neither a sample nor a file: {', '.join(unknown)}")
    if data:
        for line in read(*data):
            sys.stdout.write(f"{line}\n")
    else:
        write()


if __name__ == "__main__":
    main()
