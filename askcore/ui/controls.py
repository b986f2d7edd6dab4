"""One control for one parameter, from its declared domain alone.

UI floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from askcore.kernels import Choice, Flag, Param, Range
from askcore.ui.settings import meant, nearest, shown, steps

__all__ = ["about", "parameter", "slider"]

_GREEK = {"sigma": "σ bandwidth", "rho": "ρ radius", "alpha": "α", "beta": "β"}
_MEANING = {
    "sigma": "σ in the formula above: the distance over which similarity fades.",
    "rho": "ρ in the formula above: the distance from which on K is 0.",
    "dimension": "How many rows the projections W have.",
    "seed": "Of the random projections: another seed, another kernel.",
    "length": "How many links a walk has.",
}


def parameter(param: Param, value: Any, key: str) -> Any:
    """A toggle, a list or a slider, as the domain has it; returns the chosen value."""
    label, domain = param.name.replace("_", " "), param.domain
    if isinstance(domain, Flag):
        return bool(st.toggle(domain.meaning or label, bool(value), key=key, bind="query-params"))
    if isinstance(domain, Choice):
        chosen = st.selectbox(
            label, domain.options, domain.options.index(value), key=key, bind="query-params"
        )
        return value if chosen is None else chosen
    return meant(
        param,
        slider(_GREEK.get(param.name, label), steps(domain, value), shown(param, value), key, about(param)),
    )


def about(param: Param) -> str:
    """What a number is in its formula, what it may be, and what it is if left alone."""
    domain = param.domain
    assert isinstance(domain, Range)
    kind = "A whole number" if domain.integer else "A number"
    usual = param.default if param.default is not None else domain.none
    where = _MEANING.get(param.name, f"{_GREEK.get(param.name, param.name)} in the formula above.")
    start = usual if isinstance(usual, str) else f"{usual:g}"
    return f"{where} {kind} from {domain.low:g} to {domain.high:g}; by default {start}."


def slider(
    label: str, choices: Sequence[Any], value: Any, key: str, help_text: str | None, **more: Any
) -> Any:
    """A slider over given values that starts at the one nearest to ``value``; state in the URL."""
    value = nearest(choices, value)
    more.setdefault("format_func", _plain_number)
    chosen = st.select_slider(label, choices, value, key=key, bind="query-params", help=help_text, **more)
    return value if chosen is None else chosen


def _plain_number(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:g}"
