"""Controls for one value, as every page uses them; that of a parameter follows from its declared domain alone.

A sample is chosen by its name from a list. Of very many samples, a field searches all names by a part of them: a list
of 100,000 nodes is megabytes in each run of a page, and seconds of a browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import numpy as np
import streamlit as st

from askcore._format import number
from askcore.datasets.own_file import UploadedFile
from askcore.kernels import Choice, Flag, Range
from askcore.kernels._registry import Param
from askcore.ui import blocks, url_state
from askcore.ui.blocks import Control, Kind
from askcore.ui.data.session import file_in, uploader_key
from askcore.ui.settings import meant, nearest, shown, steps, written
from askcore.ui.text.words import plain
from askcore.ui.url_state import (
    BOOLEAN,
    LONGEST,
    TEXT,
    Codec,
    current_value,
    initialise,
    one_of,
    record,
    some_of,
    whole_number,
)

T = TypeVar("T")

# Entries of a list of columns or names: 50,000 are 740 kB in each run of a page, and seconds of a browser.
OFFERED = 1_000
_GREEK = {"sigma": "σ bandwidth", "rho": "ρ radius", "alpha": "α", "beta": "β"}
_SYMBOL = {"sigma": "σ", "rho": "ρ"}
_MEANING = {
    "sigma": "σ in the formula above: the distance over which similarity fades.",
    "rho": "ρ in the formula above: at larger distances, K is 0.",
    "dimension": "The number of rows of the projections W.",
    "seed": "Seed of the random projections: another seed gives another kernel.",
    "length": "The number of links in a walk.",
}


def are_set(values: Mapping[str, Any]) -> bool:
    """Whether the controls of these keys hold these values now."""
    return all(st.session_state.get(key) == value for key, value in values.items())


def held_value(control: Control) -> Any:
    """What a control that is not drawn holds; a file as it was given."""
    if control.kind == "file":
        file = file_in(uploader_key(control.key))
        return None if file is None else UploadedFile.from_file(file)
    return current_value(control.key, blocks.default(control), codec_of(control))


def codec_of(control: Control) -> Codec[Any]:
    """How the address writes what a control holds."""
    if control.kind in ("several", "some"):
        return some_of(control.options, control.titles)
    if control.kind == "number":
        return whole_number(*control.options)
    if control.kind == "text":
        return TEXT
    return BOOLEAN if control.kind == "switch" else one_of(control.options, _titles(control))


def _titles(control: Control) -> Callable[[Any], str]:
    """How options are written, the numbers of a slider with a true minus sign."""
    return written if control.kind == "slider" and control.titles is str else control.titles


def draw(control: Control, where: Any = st, *, linked: bool = True, **more: Any) -> Any:
    """Draw a control and return what it holds; not ``linked``, it is no setting. ``more`` as Streamlit takes it."""
    kind, options, usual = control.kind, list(control.options), blocks.default(control)
    more["help"] = control.help or None
    if kind == "file":
        key = uploader_key(control.key)
        file = where.file_uploader(control.label, options or None, key=key, **more)
        return None if file is None else UploadedFile.from_file(file)
    widget, own = _WIDGETS[kind]
    given: dict[str, Any] = {**own, **more}
    if kind in ("text", "switch"):
        arguments = []
    elif kind == "number":
        arguments = options
    else:
        arguments, given["format_func"] = [options], _titles(control)
    if kind == "choice" and not control.labelled:
        given["label_visibility"] = "collapsed"
    if kind == "some":
        given["placeholder"] = f"All {len(options)}" if len(options) > 1 else "".join(options)
    if kind == "slider":
        usual = nearest(options, usual)
    key, codec = control.key, codec_of(control)
    initialise(key, usual, codec)
    # On a phone the sidebar is set up late, at the next run perhaps, and then begins with what this argument says.
    held = st.session_state[key]
    given |= {"index": options.index(held)} if kind == "list" else {_STARTS.get(kind, "value"): held}
    value = getattr(where, widget)(control.label, *arguments, key=key, **given)
    if not linked:
        return value
    value = usual if value is None and usual is not None else value
    record(key, value, usual, codec, control.label)
    return value


# By the kind of a control, what Streamlit calls it, and how it is drawn.
_WIDGETS: dict[str, tuple[str, dict[str, Any]]] = {
    "choice": ("segmented_control", {"required": True}),
    "several": ("pills", {"selection_mode": "multi"}),
    "list": ("selectbox", {"filter_mode": None}),
    "some": ("multiselect", {}),
    "slider": ("select_slider", {}),
    "number": ("number_input", {}),
    "text": ("text_input", {"max_chars": LONGEST}),
    "switch": ("toggle", {}),
}

_STARTS = {"choice": "default", "several": "default", "some": "default"}


def choose(
    label: str,
    options: Mapping[T, str] | Sequence[T],
    key: str,
    *,
    default: T | None = None,
    titles: Callable[[T], str] = str,
    labelled: bool = False,
    help: str = "",
    listed: bool = False,
    **more: Any,
) -> T:
    """One of a few values, side by side; ``options`` may say what each is called. ``more`` as of ``draw``."""
    titles = options.__getitem__ if isinstance(options, Mapping) else titles
    kind: Kind = "list" if listed else "choice"
    if listed and not labelled:
        more["label_visibility"] = "collapsed"
    control = Control(key, label, kind, tuple(options), default, help, titles, labelled)
    return cast("T", draw(control, **more))


def pick(label: str, options: Mapping[T, str] | Sequence[T], key: str, **more: Any) -> T:
    """One of many values, from a list; arguments as of ``choose``."""
    return choose(label, options, key, listed=True, **more)


def toggle(label: str, key: str, *, default: bool = False, help: str = "") -> bool:
    """On or off."""
    return bool(draw(Control(key, label, "switch", default=default, help=help)))


def seed(label: str, help_text: str, default: int = 0) -> int:
    """A whole number to draw by; the same one on every page."""
    return int(draw(Control("seed", label, "number", (0, 9999), default, help_text)))


def slider(
    label: str,
    choices: Sequence[Any],
    value: Any,
    key: str,
    help_text: str,
    titles: Callable[[Any], str] = str,
) -> Any:
    """A slider over given values that starts at the one nearest to ``value``."""
    return draw(Control(key, label, "slider", tuple(choices), nearest(choices, value), help_text, titles))


def ends_of(options: Sequence[T], chosen: T | None = None, *, things: str = "columns") -> tuple[list[T], str]:
    """What a list offers of very many things: the first, the last and the chosen one, and a sentence that says so.

    Examples
    --------
    >>> ends_of(["a", "b"])
    (['a', 'b'], '')
    >>> ends_of(range(50_000))[1]
    ' The list shows the first 500 and the last 500 of 50,000 columns.'
    """
    if len(options) <= OFFERED:
        return list(options), ""
    half = OFFERED // 2
    first, last = list(options[:half]), list(options[-half:])
    between = [each for each in options[half:-half] if each == chosen]
    said = f" The list shows the first {half:,} and the last {half:,} of {len(options):,} {things}."
    return [*first, *between, *last], said


def tabs(draw: Mapping[str, Callable[[], Any]], key: str) -> None:
    """Titles and what draws each; only the open one is computed.

    Another part of the page opens a tab by writing its title to the session under ``key``.
    """
    names = list(draw)
    codec = one_of(names)
    initialise(key, names[0], codec)
    boxes = dict(zip(names, st.tabs(names, key=key, on_change="rerun"), strict=True))
    opened = next((name for name, box in boxes.items() if box.open), names[0])
    record(key, opened, names[0], codec)
    with boxes[opened]:
        draw[opened]()


def parameter(param: Param, value: Any, key: str) -> Any:
    """A toggle, a list or a slider, as the domain has it; returns the chosen value.

    Of a parameter that has a scale, ``value`` and what is returned are multiples of its usual value.
    """
    label, domain = param.name.replace("_", " "), param.domain
    if isinstance(domain, Flag):
        return toggle(domain.meaning or label, key, default=bool(value))
    if isinstance(domain, Choice):
        return pick(label, domain.options, key, default=value, labelled=True, filter_mode="fuzzy")
    title = _GREEK.get(param.name, label)
    if domain.scale is not None:
        title += ", times its usual value"
    return meant(param, slider(title, steps(domain, value), shown(param, value), key, parameter_help(param)))


def symbol(param: Param) -> str:
    """How a formula writes a parameter."""
    return _SYMBOL.get(param.name, param.name)


def in_units(param: Param, times: float, usual: float) -> str:
    """A multiple of a parameter's usual value, in its own unit.

    Examples
    --------
    >>> from askcore.kernels import KERNELS
    >>> in_units(KERNELS["rbf"].scaled, 0.5, 4.6)
    'σ ≈ 2.3, 0.5 × its usual value'
    """
    return f"{symbol(param)} ≈ {number(times * usual)}, {times:g} × its usual value"


def parameter_help(param: Param) -> str:
    """What a number is in its formula, what it may be, and what it is if left alone."""
    domain = param.domain
    assert isinstance(domain, Range)
    where = _MEANING.get(param.name, f"{_GREEK.get(param.name, param.name)} in the formula above.")
    if domain.scale is not None:
        return f"{where} 1 is the usual value: {domain.scale.words}."
    kind = "A whole number" if domain.integer else "A number"
    usual = param.default if param.default is not None else domain.none
    start = usual if isinstance(usual, str) else f"{usual:g}"
    return f"{where} {kind} from {domain.low:g} to {domain.high:g}; by default {start}."


SEARCHED = 200  # characters that one searches by
QUOTED = 40  # of them, those that the page says again


def name_of(names: Sequence[str], place: int) -> str:
    """The text for a sample: its name, or its number where another one has the same name."""
    name = str(names[place])
    return name if sum(each == name for each in names) == 1 else str(place)


def place_of(names: Sequence[str], text: str) -> int | None:
    """The number of the sample that a text means, if there is one."""
    if text and text in names:
        return list(names).index(text)
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) and int(text) < len(names) else None


def matches(names: Sequence[str], words: str) -> list[int]:
    """The numbers of the names that hold some words: the very name first, then those that begin so, then the others."""
    wanted = words.strip().casefold()
    at = {i: name.casefold().find(wanted) for i, name in enumerate(names)} if wanted else {}
    found = (i for i, place in at.items() if place >= 0)
    return sorted(found, key=lambda i: (at[i] > 0, len(names[i].casefold()) > len(wanted)))


def find(
    label: str,
    names: Sequence[str],
    key: str,
    *,
    linked: str = "",
    default: int | None = 0,
    thing: str = "sample",
    on_change: Callable[[], None] | None = None,
    where: Any = st,
) -> int | None:
    """A sample, chosen by its name; its number lies in the session under ``key``."""
    state = st.session_state
    if linked:  # the address counts at the first look, and after a step of the browser
        place = url_state.parse_param(linked, lambda text: place_of(names, text))
        if key not in state or url_state.was_navigated():
            state[key] = default if place is None else place
    held = state.get(key, default)
    if held is not None:
        known = isinstance(held, int | np.integer) and 0 <= held < len(names)
        held = int(held) if known else default
    state[key] = held
    options, said = [*range(len(names))], ""
    if len(names) > OFFERED:
        where = where.container()
        options, said = _searched(label, names, key, held, thing, on_change, where)
    chosen: int | None = where.selectbox(
        label,
        options,
        index=0 if default is not None else None,
        format_func=names.__getitem__,
        key=key,
        on_change=on_change,
        placeholder="Part of its name",
        filter_mode="contains",
    )
    if said:
        where.caption(said)
    if linked:
        text = "" if chosen is None or chosen == default else name_of(names, chosen)
        url_state.set_param(linked, text)
    return chosen


def _searched(
    label: str,
    names: Sequence[str],
    key: str,
    held: int | None,
    thing: str,
    on_change: Callable[[], None] | None,
    where: Any,
) -> tuple[list[int], str]:
    """A field to search by; what the list then offers, and a sentence that says so."""
    field = f"{key}_search"

    def search() -> None:
        """The best match is chosen at once; the list has the others."""
        found = matches(names, st.session_state.get(field) or "")
        if found and found[0] != st.session_state.get(key):
            st.session_state[key] = found[0]
            if on_change is not None:
                on_change()

    words = where.text_input(
        f"Search for {label}",
        key=field,
        type="search",
        max_chars=SEARCHED,
        on_change=search,
        placeholder=f"Part of a name, of {len(names):,} {thing}s",
        label_visibility="collapsed",
    )
    found = matches(names, words or "")
    if found:
        options, said = found[:OFFERED], _matches_in_words(len(found), thing, words)
    else:
        options, said = ends_of(range(len(names)), held, things=f"{thing}s")
        said = f"No {thing} is called “{_quoted(words)}”.{said}" if (words or "").strip() else said.strip()
    if held is not None and held not in options:
        options.append(held)
    return options, said


def _matches_in_words(many: int, thing: str, words: str) -> str:
    if many == 1:
        return f"One {thing} matches “{_quoted(words)}”."
    listed = "the list shows all" if many <= OFFERED else f"the list shows the first {OFFERED:,}"
    return f"{many:,} {thing}s match “{_quoted(words)}”: {listed}."


def _quoted(words: str) -> str:
    short = words.strip()
    return plain(short if len(short) <= QUOTED else short[:QUOTED] + "…")
