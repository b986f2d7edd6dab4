"""Linked selection: one chosen sample and several selected ones, the same on every page.

Both are kept in the address: the chosen sample by its name, the selected ones by their numbers.
``linked_selection.js`` draws rings around them over the figures in the browser, and around the sample under the
pointer. So figures need not be drawn again, and those that all sessions share carry no marks. A figure takes part where
``plots.show`` knows which samples its points are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import streamlit as st

from askcore._format import count
from askcore.figures.parts.colours import PALETTES
from askcore.figures.parts.spec import Spec
from askcore.ui import url_state
from askcore.ui.cache import component
from askcore.ui.controls import find, name_of, place_of
from askcore.ui.data.dataset import active
from askcore.ui.text.words import plain

NAMED = 5  # selected samples that the sidebar names
_CHOSEN, _SELECTED = "sample", "selected"  # in the address
_FIELD = "find_sample"
_MOVED = "_looked_elsewhere"  # in the session: a fragment has chosen or selected
_BOXES = "_boxes"  # of each figure: how often it was replaced, and the selection by a box or a lasso in it
_LONG = "_long_selections"  # those too long for an address, by their short form in it
KEPT = 8  # of them
_RUNS = re.compile(r"\d{1,9}(-\d{1,9})?(\.\d{1,9}(-\d{1,9})?)*")


def chosen() -> int | None:
    """Number of the chosen sample, if any."""
    names = active().data.sample_names
    return url_state.parse_param(_CHOSEN, lambda text: place_of(names, text))


def choose(sample: int | None) -> None:
    """Choose a sample, or none, for all pages."""
    _set_param(_CHOSEN, "" if sample is None else name_of(active().data.sample_names, sample))


def selected() -> np.ndarray:
    """Numbers of the selected samples, in ascending order."""
    n, long = len(active().data.sample_names), st.session_state.get(_LONG, {})
    found = url_state.parse_param(_SELECTED, lambda text: long[text] if text in long else _read(text, n))
    return np.empty(0, dtype=int) if found is None else found


def select(samples: Sequence[int]) -> None:
    """Select these samples, or none, for all pages; a selection too long for an address stays in the session."""
    numbers = np.unique(np.asarray(samples, dtype=int))
    text = _written(numbers)
    if len(text) > url_state.LONGEST:
        text = f"{len(numbers)}-samples-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        others = {key: each for key, each in st.session_state.get(_LONG, {}).items() if key != text}
        st.session_state[_LONG] = dict([*others.items(), (text, numbers)][-KEPT:])
    _set_param(_SELECTED, text)


def _set_param(key: str, text: str) -> None:
    url_state.set_param(key, text)
    if url_state.is_fragment_run():
        st.session_state[_MOVED] = True


def rerun_after_fragment() -> None:
    """Run the whole page where a click within a fragment chose or selected; called at the start of a fragment."""
    if st.session_state.pop(_MOVED, False) and url_state.is_fragment_run():
        st.rerun()


def _written(numbers: np.ndarray) -> str:
    """The text of ascending numbers in an address, such as "0-6.9"."""
    runs = np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1) if len(numbers) else []
    return ".".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def _read(text: str, n: int) -> np.ndarray | None:
    """The numbers in the text of an address, of n samples; None where it is invalid."""
    found = np.zeros(n, dtype=bool)
    for run in text.split(".") if _RUNS.fullmatch(text) else []:
        first, _, last = run.partition("-")
        if int(last or first) >= n:
            return None
        found[int(first) : int(last or first) + 1] = True
    return np.flatnonzero(found) if found.any() else None


# in the sidebar ---------------------------------------------------------------------------------------------------


def draw(dark: bool) -> None:
    """A search for a sample by name, the selected ones, and the script that marks them in the figures."""
    st.session_state.pop(_MOVED, None)
    data = active().data
    word, names, many = data.sample_word, data.sample_names, selected()
    st.session_state[_FIELD] = chosen()
    find(
        f"Find a {word}",
        names,
        _FIELD,
        default=None,
        thing=word,
        on_change=lambda: choose(st.session_state[_FIELD]),
    )
    if len(many):
        st.markdown(_selected_words(many, names, word))
        st.button("Clear the selection", key="clear_selection", on_click=select, args=((),), width="stretch")
    palette = PALETTES["dark" if dark else "light"]
    component(str(Path(__file__).with_suffix(".js")))(
        key="linked_selection",
        data={
            "chosen": chosen(),
            "selected": many.tolist(),
            "colours": [palette.ink, palette.primary, palette.background],
        },
        width=1,
        height=1,
    )


def _selected_words(many: np.ndarray, names: Sequence[str], word: str) -> str:
    more = f" and {len(many) - NAMED:,} more" if len(many) > NAMED else ""
    said = f"{count(len(many), word)} selected: {', '.join(plain(names[i]) for i in many[:NAMED])}{more}."
    session_only = url_state.param(_SELECTED) in st.session_state.get(_LONG, {})
    return f"{said} They are too many for a link, so the link omits them." if session_only else said


# in a figure ------------------------------------------------------------------------------------------------------


def with_samples(spec: Spec, key: str, samples: np.ndarray) -> Spec:
    """A figure that takes part: its layout holds the sample of the data set for each number of its points."""
    # Without a word on dragging, streamlit lets it move the figure; everywhere else it zooms.
    more = {"meta": {"samples": samples.tolist(), "turn": _turn(key)}, "dragmode": "zoom"}
    return {**spec, "layout": spec["layout"] | more}


def _turn(key: str) -> int:
    """How often a figure was replaced: its box is removed where the selection is no longer the one of the box.

    To Streamlit a figure with another number is another figure.
    """
    turn, text = st.session_state.setdefault(_BOXES, {}).get(key, (0, ""))
    if text and text != url_state.param(_SELECTED):
        turn += 1
        st.session_state[_BOXES][key] = turn, ""
    return turn


def on_select(key: str, shown: np.ndarray, then: Callable[[int], None] | None = None) -> None:
    """Callback of a figure of the samples ``shown``: a click chooses, a box or a lasso selects; ``then`` gets the
    chosen one.
    """
    found = st.session_state[key].get("selection", {})
    samples = sorted({int(shown[each]) for each in numbers_of(key) if 0 <= each < len(shown)})
    turn, text = st.session_state.setdefault(_BOXES, {}).get(key, (0, ""))
    if found.get("box") or found.get("lasso") or len(samples) > 1 or (text and not samples):
        select(samples)
        st.session_state[_BOXES][key] = turn, url_state.param(_SELECTED)
    elif samples:
        choose(samples[0])
        if then is not None:
            then(samples[0])


def numbers_of(key: str) -> Iterator[int]:
    """The numbers of the points of a figure that are clicked or selected; the first, where a point carries several."""
    for point in st.session_state[key].get("selection", {}).get("points", []):
        value = point.get("customdata")
        if isinstance(value, Sequence) and not isinstance(value, str) and value:
            value = value[0]
        if isinstance(value, int | float) and float(value).is_integer():
            yield int(value)
