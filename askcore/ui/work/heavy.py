"""Work in another process, watched from a page: its bar, its Cancel, and who is watching.

UI floor. ``ui/work/job.py`` offers work that somebody has to ask for; ``awaited`` is for what a page cannot do without.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from askcore._format import about, duration
from askcore.experiments.running.jobs import Ended, Job, Task
from askcore.experiments.running.run import Progress
from askcore.experiments.sizes import rough
from askcore.ui.text.words import plain

R = TypeVar("R")


def awaited(name: str, of: Hashable, task: Task[R], doing: str, work: float, **limits: Any) -> R:
    """The result of another process, with a bar and Cancel here; the page stops here where somebody has cancelled, or
    the process was killed.
    """
    running, cancelled = _keys(name)
    room = st.empty()
    if was_cancelled(name, of):
        with room.container():
            st.info(f"{doing}: {st.session_state[cancelled][1]}")
            again = f"Start again ({rough(work)})"
            st.button(again, key=f"again_{name}", on_click=st.session_state.pop, args=(cancelled, None))
        st.stop()
    held = st.session_state.get(running)
    if held is None or held[0] != of:
        if held is not None:
            held[1].close()
        run: Job[R] = Job(task, label=doing, viewer=viewer(), **limits)
        held = st.session_state[running] = of, run
    run = held[1]
    with room.container():
        bar = st.progress(0.0, f"{doing} …")
        key = f"cancel_{name}_{id(of)}"  # two of a kind may follow each other in one run of a page
        st.button("Cancel", key=key, on_click=_cancel, args=(name,))
    try:
        for at in run:
            bar.progress(min(float(at), 1.0), progress(at))
    except Ended as error:  # killed, as where memory ran out: another try is for somebody to ask for
        st.session_state.pop(running, None)
        st.session_state[cancelled] = of, plain(error)
        st.rerun()
    except Exception:  # goes on to the frame; kept, it would be raised again
        st.session_state.pop(running, None)
        room.empty()
        raise
    st.session_state.pop(running, None)
    room.empty()
    found: R | None = run.result
    return found  # type: ignore[return-value]


def was_cancelled(name: str, of: Hashable) -> bool:
    """Whether this session has cancelled such work, or its process was killed, and it was not begun again."""
    return bool(st.session_state.get(_keys(name)[1], (None,))[0] == of)


def is_begun(name: str, of: Hashable) -> bool:
    """Whether another process does such work for this session, or was ended at it: then it is not the page's."""
    return any(st.session_state.get(key, (None,))[0] == of for key in _keys(name))


def _cancel(name: str) -> None:
    running, cancelled = _keys(name)
    if running not in st.session_state:  # it was over before the click came
        return
    of, run = st.session_state.pop(running)
    run.close()
    st.session_state[cancelled] = of, "cancelled."


def _keys(name: str) -> tuple[str, str]:
    return f"_running_{name}", f"_cancelled_{name}"


def progress(at: Progress) -> str:
    """One line beside the bar: the time so far, and what is left where steps were done."""
    said = f"{at.label} · {duration(max(1, round(at.elapsed)))}"
    return said if at.remaining is None else f"{said}, {about(at.remaining)} left"


def is_served() -> bool:
    """Whether a server draws this page for a browser; a test's stand-in is none."""
    return type(runtime.get_instance() if runtime.exists() else None) is runtime.Runtime


def viewer() -> Callable[[], bool]:
    """Whether the browser of this session is still there: to be asked from any thread, when the page does nothing."""
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return lambda: False
    session, server = context.session_id, runtime.get_instance()
    return lambda: server.is_active_session(session)
