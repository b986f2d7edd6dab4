"""Controls for one value, as every page uses them; that of a parameter follows from its declared domain alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import streamlit as st

from askcore._format import number
from askcore.datasets.own_file import UploadedFile
from askcore.kernels import Choice, Flag, Range
from askcore.kernels._registry import Param
from askcore.ui import blocks
from askcore.ui.blocks import Control
from askcore.ui.data.session import file_in, uploader_key
from askcore.ui.settings import meant, nearest, shown, steps, written
from askcore.ui.url_state import (
    BOOLEAN,
    LONGEST,
    Codec,
    control,
    current_value,
    free_text,
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


def held(values: Mapping[str, Any]) -> bool:
    """Whether the controls of these keys hold these values now."""
    return all(st.session_state.get(key) == value for key, value in values.items())


def held_value(control: Control) -> Any:
    """What a control that is not drawn holds; a file as it was given."""
    if control.kind == "file":
        file = file_in(uploader_key(control.key))
        return None if file is None else UploadedFile.of(file)
    return current_value(control.key, blocks.default(control), codec_of(control))


def codec_of(control: Control) -> Codec[Any]:
    """How the address writes what a control holds."""
    if control.kind in ("several", "some"):
        return some_of(control.options, control.titles)
    if control.kind == "number":
        return whole_number(*control.options)
    if control.kind == "slider":
        return one_of(control.options, written)
    if control.kind == "text":
        return free_text()
    return BOOLEAN if control.kind == "switch" else one_of(control.options, control.titles)


def choose(
    label: str,
    options: Mapping[T, str] | Sequence[T],
    key: str,
    *,
    default: T | None = None,
    titles: Callable[[T], str] | None = None,
    linked: bool = True,
    labelled: bool = False,
    help: str | None = None,
    where: Any = st,
    listed: bool = False,
    **more: Any,
) -> T:
    """One of a few values, side by side."""
    values = list(options)
    if isinstance(options, Mapping):
        titles = options.__getitem__
    usual = values[0] if default is None else default
    begin = {"filter_mode": None} if listed else {"required": True}
    draw = where.selectbox if listed else where.segmented_control
    codec = one_of(values, titles or str)
    more = {
        "format_func": titles or str,
        "help": help,
        "label_visibility": "visible" if labelled else "collapsed",
        **begin,
        **more,
    }
    if linked:
        return control(draw, label, values, key=key, default=usual, codec=codec, **more)
    initialise(key, usual, codec)
    chosen = draw(label, values, key=key, **more)
    return usual if chosen is None or chosen not in values else cast("T", chosen)


def several(
    label: str,
    options: Sequence[T],
    key: str,
    *,
    titles: Callable[[T], str] = str,
    help: str | None = None,
    where: Any = st,
) -> list[T]:
    """Any of a few values, side by side; at first none."""
    none: list[T] = []
    more: dict[str, Any] = {
        "selection_mode": "multi",
        "format_func": titles,
        "help": help,
    }
    return control(where.pills, label, options, key=key, default=none, codec=some_of(options, titles), **more)


def toggle(label: str, key: str, *, default: bool = False, help: str | None = None, where: Any = st) -> bool:
    """On or off."""
    return bool(control(where.toggle, label, key=key, default=default, codec=BOOLEAN, help=help))


def written_text(label: str, key: str, *, default: str = "", where: Any = st, **more: Any) -> str:
    """A line of text; ``more`` as ``st.text_input`` takes it."""
    more.setdefault("max_chars", LONGEST)
    codec = free_text(int(more["max_chars"]))
    return str(control(where.text_input, label, key=key, default=default, codec=codec, **more))


def pick(label: str, options: Mapping[T, str] | Sequence[T], key: str, **more: Any) -> T:
    """One of many values, from a list; arguments as of ``choose``."""
    return choose(label, options, key, listed=True, **more)


def ends_of(options: Sequence[T], chosen: T | None = None, *, things: str = "columns") -> tuple[list[T], str]:
    """What a list offers of very many things: the first, the last and the chosen one, and a sentence that says so.

    Examples
    --------
    >>> ends_of(["a", "b"])
    (['a', 'b'], '')
    >>> ends_of(range(50_000))[1]
    ' Of 50,000 columns, the list has the first 500 and the last 500.'
    """
    if len(options) <= OFFERED:
        return list(options), ""
    half = OFFERED // 2
    first, last = list(options[:half]), list(options[-half:])
    between = [each for each in options[half:-half] if each == chosen]
    said = f" Of {len(options):,} {things}, the list has the first {half:,} and the last {half:,}."
    return [*first, *between, *last], said


def seed(label: str, help_text: str, default: int = 0) -> int:
    """A whole number to draw by; the same one on every page."""
    codec = whole_number(0, 9999)
    return int(
        control(st.number_input, label, 0, 9999, key="seed", default=default, codec=codec, help=help_text)
    )


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
        return pick(
            label, domain.options, key, default=value, linked=True, labelled=True, filter_mode="fuzzy"
        )
    title = _GREEK.get(param.name, label)
    if domain.scale is not None:
        title += ", times its usual value"
    return meant(param, slider(title, steps(domain, value), shown(param, value), key, about(param)))


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


def about(param: Param) -> str:
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


def slider(
    label: str, choices: Sequence[Any], value: Any, key: str, help_text: str | None, **more: Any
) -> Any:
    """A slider over given values that starts at the one nearest to ``value``."""
    more.setdefault("format_func", written)
    where, codec = more.pop("where", st), one_of(list(choices), more["format_func"])
    value = nearest(choices, value)
    return control(
        where.select_slider, label, choices, key=key, default=value, codec=codec, help=help_text, **more
    )
