"""The address bar of the browser, as streamlit 1.67 keeps it: read, changed, and followed to another page.

UI floor. Everything of streamlit that is not public and has to do with addresses is here, and nowhere else. Public are
only ``st.query_params`` and ``st.switch_page``, which refuse every key that a control of the last run, or of an
unfinished one, is bound to; and what they set yields to what a control holds.
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Mapping
from typing import Any, NoReturn
from urllib.parse import parse_qsl

import streamlit as st
from streamlit.runtime.runtime_util import MESSAGE_FLUSH_INTERVAL_SECS
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState
from streamlit.runtime.state.query_params import EMBED_QUERY_PARAMS_KEYS, _coerce_value_for_query_url
from streamlit.runtime.state.session_state_proxy import get_session_state

_NEXT = "_next_address"  # where a callback leads

Pairs = Iterable[tuple[str, str]]


def came_back() -> bool:
    """Whether this run follows an address whatever the controls held: after "back", "forward" or ``go``."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def is_alone() -> bool:
    """Whether a fragment runs without the page around it."""
    return bool(getattr(get_script_run_ctx(), "fragment_ids_this_run", None))


def held() -> list[tuple[str, str]]:
    """Key and text of what the address says once this run is done, without what stands at its default.

    What a bound control holds counts, not what the address was when the run began.
    """
    with get_session_state().query_params() as address:
        said = {key: address.get_all(key) for key in address}
        bound = {key: each.widget_id for key, each in address._bindings_by_param.items()}
    for key, widget in bound.items():
        texts = _texts(key, widget)
        if texts is not None:
            said[key] = texts
    return [(key, text) for key, texts in said.items() for text in texts]


def _texts(key: str, widget: str) -> list[str] | None:
    """What the address says of a control: nothing where it stands at its default; None where it is not known."""
    context = get_script_run_ctx()
    if context is None or key not in st.session_state:
        return None
    metadata: Any = context.session_state._state.get_widget_metadata(widget)
    if metadata is None:
        return None
    value, usual = st.session_state[key], metadata.deserializer(None)
    if value == usual:
        return []
    text = _coerce_value_for_query_url(metadata.serializer(value), metadata.value_type)
    return [text] if isinstance(text, str) else [*text]


def misread(asked: Mapping[str, str], known: Container[str]) -> tuple[list[str], list[str]]:
    """Of what an address asks for, the keys that no control of the page has, and those whose text a control refused."""
    with get_session_state().query_params() as address:
        bound = {key: each.widget_id for key, each in address._bindings_by_param.items()}
    unknown = [key for key in asked if key not in bound and key not in known]
    wrong = [
        key
        for key, widget in bound.items()
        if key in asked and key != "data" and _texts(key, widget) == [] and not _is_usual(widget, asked[key])
    ]
    return unknown, wrong


def _is_usual(widget: str, text: str) -> bool:
    """Whether a text is what a control says at its default."""
    context = get_script_run_ctx()
    metadata: Any = None if context is None else context.session_state._state.get_widget_metadata(widget)
    if metadata is None:
        return True
    value = metadata.serializer(metadata.deserializer(None))
    usual = _coerce_value_for_query_url(value, metadata.value_type)
    usual = usual if isinstance(usual, str) else ",".join(usual)
    try:
        return float(text) == float(usual)
    except ValueError:
        return text.lower() in (usual.lower(), "")


def change(*, without: Iterable[str] = (), setting: Pairs = ()) -> None:
    """Take keys out of the address and set others, bound or not, in one step: each is a place that "back" leads to."""
    with get_session_state().query_params() as address:
        for key in without:
            address.discard_param_no_forward_msg(key)
        for key, value in setting:
            address.set_with_no_forward_msg(key, value)
        address._send_query_param_msg()


def restore(path: str) -> None:
    """Go where a callback has asked to; and follow an address that the browser has come back to in full.

    Where the page is another one, streamlit takes out what the page before has controls for, under the same key.
    """
    follow()
    context = get_script_run_ctx()
    if context is None or not came_back():
        return
    with get_session_state().query_params() as address:
        lost = [
            (key, text)
            for key, text in parse_qsl(context.query_string, keep_blank_values=True)
            if key.lower() not in EMBED_QUERY_PARAMS_KEYS and text not in address.get_all(key)
        ]
    if lost:
        go(path, parse_qsl(context.query_string, keep_blank_values=True))


def follow() -> None:
    """Go where a callback, or ``go_next``, has asked to."""
    if _NEXT in st.session_state:
        go(*st.session_state.pop(_NEXT))


def go_next(pairs: Pairs) -> None:
    """Once ``follow`` is called, show the page that is open with this address and no other."""
    st.session_state[_NEXT] = "", list(pairs)


def go(path: str, pairs: Pairs) -> NoReturn:
    """Show a page with this address and no other: the run ends here, and the next one does as if the browser had come
    back to it, so that what controls held yields. A callback ends, too, and the run that follows it goes.
    """
    context = get_script_run_ctx()
    assert context is not None
    if (
        ThreadState.get().run_location is RunLocation.CALLBACK
    ):  # after which streamlit runs the page that is open
        st.session_state[_NEXT] = path, list(pairs)
        st.rerun()
    texts: dict[str, list[str]] = {}
    for key, text in pairs:
        if key.lower() in EMBED_QUERY_PARAMS_KEYS:
            continue
        texts.setdefault(key, []).append(text)
    with get_session_state().query_params() as address:
        for widget in [*address._bindings_by_widget]:  # or a change of pages takes out what they are bound to
            address.unbind_widget(widget)
        address.clear_with_no_forward_msg(preserve_embed=True)
        for key, several in texts.items():
            address.set_with_no_forward_msg(key, several if len(several) > 1 else several[0])
        address._send_query_param_msg()
    time.sleep(
        2 * MESSAGE_FLUSH_INTERVAL_SECS
    )  # as st.switch_page: what was not sent is dropped by the next run
    pages = context.pages_manager.get_pages().values()
    page = next((each for each in pages if path and str(each["script_path"]).endswith(path)), None)
    raise RerunException(
        RerunData(
            query_string=context.query_string,
            page_script_hash=context.page_script_hash if page is None else page["page_script_hash"],
            is_history_navigation=True,
            cached_message_hashes=context.cached_message_hashes,
            context_info=context.context_info,
        )
    )
