"""The address and the settings: read before any control, kept from page to page, written after each run.

The one owner of what a link says. A control's value lies in the session under the control's key while its
page is open, and as text in the settings. The address holds those settings of the open page that do not stand at their
defaults, whoever set them. An address that this module did not write (a link, a reload, Back, Forward) is read anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import streamlit as st

T = TypeVar("T")

LONGEST = 300  # characters of a text that no control holds
MOST_READ = 2_000  # characters of one text of an address
MOST_UNDONE = 50
RENAMED = {"marked": "sample"}  # keys of older addresses, and what they are called now
MEANT = {
    ("drawn", "Ego network"): "Neighbours",
    ("details", "All methods"): "Methods",
    ("details", "Mistakes"): "Errors",
    ("details", "γ and λ"): "Methods",
    ("details", "Decision regions"): "Methods",
    ("spectra_details", "Symmetrised"): "Singular values",
    ("spectra_details", "Ranks"): "Singular values",
    ("spectra_details", "PCA, KPCA, SVD, KSVD"): "Methods and choices",
    ("spectra_details", "Choices"): "Methods and choices",
    ("matrix_details", "Asymmetry"): "Eigenvalues",
    ("race_tab", "F1"): "Accuracy",
    ("race_tab", "Table"): "Error and time",
}  # what texts of older addresses are called now, by key and text

_TEXTS = "_settings"  # key -> text of what does not stand at its default, of every page
_USED = "_settings_in_use"  # key -> (label, value in words) of what this page has asked for
_OF_PAGE = "_settings_of_page"  # page -> keys that it used when it was open last
_CONTROLS = "_controls"  # keys of controls that were drawn, or set by code
_WRITTEN, _SEEN = "_address_written", "_address_seen"
_NEXT, _ASKED, _REFUSED = "_address_next", "_address_asked", "_address_refused"
_ANEW, _PAGE, _MOVED, _WHOLE = "_address_anew", "_address_page", "_page_changed", "_whole_run"
_STEPS, _LAST = "_settings_replaced", "_settings_last"


@dataclass(frozen=True)
class Codec(Generic[T]):
    """How an address writes the values of a control, and which values it may have.

    Attributes
    ----------
    write : the text of a value.
    read : the value of a text, or None where it makes no sense.
    fits : whether the control can hold a value.
    """

    write: Callable[[T], str]
    read: Callable[[str], T | None]
    fits: Callable[[Any], bool]


def one_of(options: Sequence[T], titles: Callable[[T], str] = str) -> Codec[T]:
    """One of some options, by its title or its own name; numbers also with a hyphen or other zeros.

    Examples
    --------
    >>> codec = one_of([-0.5, 1.0], lambda value: f"{value:g}".replace("-", "−"))
    >>> codec.read("-0.50"), codec.write(-0.5), codec.read("2")
    (-0.5, '−0.5', None)
    """

    def read(text: str) -> T | None:
        for name in (titles, str):
            for option in options:
                if name(option) == text:
                    return option
        number = _number(text)
        near = [each for each in options if isinstance(each, int | float) and not isinstance(each, bool)]
        found = [each for each in near if number is not None and math.isclose(each, number, rel_tol=1e-9)]
        folded = [
            each for each in options if text.casefold() in (titles(each).casefold(), str(each).casefold())
        ]
        return next(iter([*found, *folded]), None)

    return Codec(titles, read, lambda value: value in options)


def some_of(options: Sequence[T], titles: Callable[[T], str] = str) -> Codec[list[T]]:
    """Several of some options, by their titles with commas between them."""

    def write(chosen: Sequence[T]) -> str:
        return ",".join(map(titles, chosen))

    def read(text: str) -> list[T] | None:
        found = [option for option in options if f",{titles(option)}," in f",{text},"]
        return found if found and len(write(found)) == len(text) else None

    return Codec(
        write, read, lambda value: isinstance(value, list) and all(each in options for each in value)
    )


def whole_number(low: int, high: int) -> Codec[int]:
    """A whole number between two bounds."""

    def read(text: str) -> int | None:
        number = _number(text)
        whole = number is not None and number == int(number) and low <= number <= high
        return int(number) if whole and number is not None else None

    return Codec(str, read, lambda value: isinstance(value, int) and low <= value <= high)


TEXT: Codec[str] = Codec(str, lambda text: text[:LONGEST], lambda value: isinstance(value, str))
"""Anything, of so many characters at most."""


BOOLEAN: Codec[bool] = Codec(
    lambda value: "true" if value else "false",
    lambda text: {"true": True, "1": True, "false": False, "0": False}.get(text.lower()),
    lambda value: isinstance(value, bool),
)
"""On or off."""


def _number(text: str) -> float | None:
    try:
        value = float(text.replace("−", "-"))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


# controls -----------------------------------------------------------------------------------------------------------


def initialise(key: str, default: T, codec: Codec[T]) -> None:
    """Before a control is drawn: set what it holds, from the settings where the session has nothing that fits."""
    state = st.session_state
    state.setdefault(_CONTROLS, set()).add(key)
    if key in state and codec.fits(state[key]):
        if state.get(_MOVED):  # on another page it is another control, which takes what is set
            state[key] = state[key]
        return
    text = _texts().get(key) if key not in state else None
    value = None if text is None else codec.read(text)
    if text is not None and (value is None or not codec.fits(value)):
        value = None
        if state.get(_ASKED, {}).get(key) == text:
            state.setdefault(_REFUSED, {})[key] = text
    state[key] = default if value is None else value


def record(key: str, value: T, default: T, codec: Codec[T], label: str = "") -> None:
    """After a control was drawn: what it holds is a setting from here on."""
    texts = _texts()
    if value == default or value is None:
        texts.pop(key, None)
    else:
        texts[key] = codec.write(value)
    said = codec.write(value) if value is not None else ""
    _used()[key] = label, {"true": "on", "false": "off"}.get(said, said)


def current_value(key: str, default: T, codec: Codec[T]) -> T:
    """What a control is set to that this page need not have."""
    found = st.session_state.get(key)
    if found is None and key in _texts():
        found = codec.read(_texts()[key])
    return found if found is not None and codec.fits(found) else default


def assign(values: Mapping[str, Any]) -> None:
    """Set controls by their keys, drawn in this run or not; before they are drawn."""
    for key, value in values.items():
        st.session_state[key] = value
        st.session_state.setdefault(_CONTROLS, set()).add(key)


def reset(keys: Iterable[str]) -> None:
    """Set these back to their defaults."""
    for key in keys:
        _texts().pop(key, None)
        st.session_state.pop(key, None)


def snapshot() -> dict[str, str]:
    """Key and text of what does not stand at its default, of every page."""
    return dict(_texts())


def restore(texts: Mapping[str, str]) -> None:
    """In the next ``read_url``, go back to a snapshot."""
    st.session_state[_NEXT] = dict(texts), True, False


# words that no control holds ------------------------------------------------------------------------------------------


def param(key: str) -> str:
    """The text of a setting that no control holds, "" at its default; from here on it belongs to the page."""
    _used().setdefault(key, ("", ""))
    return _texts().get(key, "")


def parse_param(key: str, meaning: Callable[[str], T | None]) -> T | None:
    """What the text under a key means; None where there is none, or where it makes no sense."""
    said = param(key)
    found = meaning(said) if said else None
    if said and found is None:
        if st.session_state.get(_ASKED, {}).get(key) == said:
            st.session_state.setdefault(_REFUSED, {})[key] = said
        set_param(key, "")
    return found


def set_param(key: str, said: str) -> None:
    """Keep another text under a key; "" for its default."""
    if said:
        _texts()[key] = said[:LONGEST]
    else:
        _texts().pop(key, None)


# the address ----------------------------------------------------------------------------------------------------------


@contextmanager
def page_run(page: str) -> Iterator[None]:
    """Around a run of the whole page; outside it, a fragment runs alone."""
    state = st.session_state
    state[_MOVED], state[_PAGE] = state.get(_PAGE) != page, page
    state[_USED], state[_WHOLE] = {}, True
    try:
        yield
    finally:
        state[_WHOLE] = state[_ANEW] = state[_MOVED] = False


def is_fragment_run() -> bool:
    """Whether a fragment runs without the page around it."""
    return not st.session_state.get(_WHOLE, False)


def read_url() -> None:
    """Take the settings from an address that is not ours, or from ``request``; before the first control."""
    state = st.session_state
    ours = _is_ours()
    if _NEXT in state:
        asked, whole, alone = state[_NEXT]
    elif ours:
        return
    else:
        asked, whole, alone = _now(), False, False
        state[_WRITTEN] = asked
    before, of_page = _texts(), state.get(_OF_PAGE, {}).get(state[_PAGE])
    kept: dict[str, str] = {}
    if whole:
        gone = {key for key in {*before, *asked} if before.get(key) != asked.get(key)}
    elif of_page is None or alone:
        gone = {*state.get(_CONTROLS, ())}
    else:
        gone, kept = {*asked, *of_page}, {key: each for key, each in before.items() if key not in of_page}
    for key in gone & state.get(_CONTROLS, set()):
        state.pop(key, None)
    state[_TEXTS] = kept | {key: each[:MOST_READ] for key, each in asked.items()}
    state[_ASKED], state[_ANEW] = asked, True
    for done in (_REFUSED, _NEXT):  # last: another click may cut this short, and the next run does it again
        state.pop(done, None)


def _is_ours() -> bool:
    """Whether the settings are further than the address: it is what was written, a link of ours without settings, or
    what the browser said before, which has not followed yet or does not follow at all, as in some frames.
    """
    state, now = st.session_state, _now()
    before, state[_SEEN] = state.get(_SEEN), now
    if _TEXTS not in state or _WRITTEN not in state:
        return False
    return not now or now in (state[_WRITTEN], before)


def was_navigated() -> bool:
    """Whether this run follows an address rather than what the session held."""
    return bool(st.session_state.get(_ANEW))


def requested() -> dict[str, str]:
    """What the address asked for, while some of it may still be waiting for its control."""
    return dict(st.session_state.get(_ASKED, {}))


def forget(keys: Collection[str]) -> None:
    """Leave these parts of an address out."""
    st.session_state[_ASKED] = {key: text for key, text in requested().items() if key not in keys}
    for key in keys:
        _texts().pop(key, None)


def request(texts: Mapping[str, str], *, alone: bool = False) -> None:
    """Take these settings as if an address said them, in the next ``read_url``; ``alone`` : no other page keeps
    what it was set to.
    """
    st.session_state[_NEXT] = dict(texts), False, alone


def page_params() -> list[tuple[str, str]]:
    """Key and text of what the address says of the open page."""
    keys = {
        **_used(),
        **dict.fromkeys(st.session_state.get(_OF_PAGE, {}).get(st.session_state.get(_PAGE), ())),
    }
    return [(key, _texts()[key]) for key in keys if key in _texts()]


def labels_and_values() -> list[tuple[str, str]]:
    """Label and value, in words, of each control of the page."""
    return [(label, value) for label, value in _used().values() if label and value]


def pop_invalid() -> dict[str, str]:
    """Key and text of what the address said and made no sense, since this was asked last."""
    return dict(st.session_state.pop(_REFUSED, {}))


def unknown_params(known: Collection[str]) -> list[str]:
    """Keys of the address that this page has not asked for and that are not ``known`` elsewhere."""
    return [key for key in st.session_state.get(_ASKED, {}) if key not in _used() and key not in known]


def write_url(*, drawn: bool = True) -> None:
    """After a run, let the address hold what the page is set to; where it was not ``drawn``, also what waits for it."""
    state, texts = st.session_state, _texts()
    if drawn:
        state[_ASKED] = {}
        if not is_fragment_run():
            state.setdefault(_OF_PAGE, {})[state[_PAGE]] = set(_used())
    keys = [*_used(), *state.get(_ASKED, {})]
    wanted = {key: texts[key] for key in sorted(keys, key=lambda key: key != "data") if key in texts}
    if _now() != wanted:
        st.query_params.from_dict(wanted)
    state[_WRITTEN] = wanted
    _note_step()


def _note_step() -> None:
    """Remember what the last change of settings has replaced; another page only draws what was set before."""
    state, now = st.session_state, snapshot()
    before: Mapping[str, str] = state.get(_LAST, now)
    replaced = {key: before.get(key) for key in {*before, *now} if before.get(key) != now.get(key)}
    steps: list[dict[str, str | None]] = state.setdefault(_STEPS, [])
    moved = state.get(_MOVED, False)  # a part of a page may run before its frame has
    if replaced and moved and steps:
        steps[-1] = replaced | steps[-1]
    elif replaced and not moved:
        state[_STEPS] = [*steps, replaced][-MOST_UNDONE:]
    state[_LAST] = now


def undo() -> None:
    """Take back the last change of settings; in the next run."""
    state = st.session_state
    if not state.get(_STEPS):
        st.toast("No setting has been changed yet.")
        return
    before = snapshot() | state[_STEPS].pop()
    state[_LAST] = {key: text for key, text in before.items() if text is not None}
    restore(state[_LAST])


def _now() -> dict[str, str]:
    given = {key: ",".join(st.query_params.get_all(key)) for key in st.query_params}
    return {RENAMED.get(key, key): MEANT.get((key, each), each) for key, each in given.items()}


def _texts() -> dict[str, str]:
    found: dict[str, str] = st.session_state.setdefault(_TEXTS, {})
    return found


def _used() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = st.session_state.setdefault(_USED, {})
    return found
