"""Which table of which paper, on which data sets: what the page "Paper tables" is about.

UI floor. The table stands above the page, not in the sidebar: it is the first thing to choose, and a phone folds the
sidebar away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from askcore import papers
from askcore.datasets import BagData
from askcore.papers import Protocol
from askcore.ui import papers_words as words
from askcore.ui.dataset import UPLOAD, active

__all__ = ["PaperChoice", "choose", "given_back", "keep"]

TABLE = "table"
_OF_BAGS = "askls-I"
_LAST = "_papers_last"  # what the controls had when the page was left: streamlit forgets it, address and all


@dataclass(frozen=True)
class PaperChoice:
    """A table and what to show of it.

    Attributes
    ----------
    datasets : chosen ones that can be had.  absent : chosen ones that cannot, whose printed figures are shown.
    own : data of the user's by name, instead of fetching; their digests take part in the comparison.
    """

    protocol: Protocol
    datasets: tuple[str, ...]
    absent: tuple[str, ...] = ()
    own: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)

    @property
    def key(self) -> str:
        """The protocol's key."""
        return self.protocol.key


def choose() -> PaperChoice | None:
    """The table and its data sets; None where there is no table at all."""
    protocols = {protocol.key: protocol for protocol in papers.tables()}
    if not protocols:
        return None
    _accept_key(list(protocols))
    given_back(TABLE, list(protocols))
    left, right = st.columns([3, 2])
    key = left.selectbox(
        "Table",
        list(protocols),
        format_func=lambda name: words.table_title(protocols[name]),
        key=TABLE,
        bind="query-params",
        filter_mode=None,
    )
    keep(TABLE, key)
    protocol = protocols[key if key in protocols else next(iter(protocols))]
    own = _own_bags(protocol)
    names = [*protocol.datasets, *own, *protocol.absent]
    of_sets = f"sets_{protocol.key}"
    given_back(of_sets, names)
    wanted = right.multiselect(
        "Data sets",
        names,
        key=of_sets,
        bind="query-params",
        placeholder=f"All {len(names)}" if len(names) > 1 else names[0] if names else "",
        help="None chosen means all of them.",
    )
    keep(of_sets, wanted)
    shown = [name for name in names if name in wanted] or names
    return PaperChoice(
        protocol,
        tuple(name for name in shown if name not in protocol.absent),
        tuple(name for name in shown if name in protocol.absent),
        own,
    )


def given_back(key: str, options: Sequence[str]) -> None:
    """Before a control is drawn: what it had when this page was left, unless the address says otherwise."""
    last = st.session_state.get(_LAST, {}).get(key)
    if last is None or key in st.session_state or key in st.query_params:
        return
    if isinstance(last, list):
        st.session_state[key] = [name for name in last if name in options]
    elif last in options:
        st.session_state[key] = last


def keep(key: str, value: Any) -> None:
    """Note what a control has, for the way back."""
    st.session_state.setdefault(_LAST, {})[key] = value


def _accept_key(keys: list[str]) -> None:
    """Let the address name a table by its key; what streamlit writes there are titles."""
    named = st.query_params.get(TABLE, "")
    known = {key.lower(): key for key in keys}
    if TABLE not in st.session_state and named.lower() in known:
        protocol = papers.protocol(known[named.lower()])
        st.query_params[TABLE] = words.table_title(protocol)
        st.rerun()


def _own_bags(protocol: Protocol) -> dict[str, Any]:
    """Bags of the user's own, which the table on bags takes as well."""
    current = active()
    if protocol.key != _OF_BAGS or current.name != UPLOAD or not isinstance(current.data, BagData):
        return {}
    return {f"your bags ({current.title})": current.data}
