"""Bags become a matrix: a mixture per bag, divergences between all of them, K = exp(-a KL).

UI floor. Measured once, with progress and cancel; what was measured of a sample serves every session, what was
measured of an upload its own. The run advances step by step between calls of streamlit and lives in the
session: whatever interrupts the page, the next run of a page goes on where it was left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from askcore._format import about
from askcore.datasets import BagData, MatrixData
from askcore.experiments import BagKernelResult, KernelChoice, bag_kernel
from askcore.ui import words_bags as words
from askcore.ui.controls import slider
from askcore.ui.dataset import UPLOAD, Active, show_as_matrix
from askcore.ui.job import progress
from askcore.ui.settings import BAG_SCALES, COMPONENTS

__all__ = ["ready"]

_KEPT, _RUNNING, _CANCELLED = "_bags_measured", "_bags_running", "_bags_cancelled"
_BUTTON = "measure"
_MOST = 8  # results kept in a session, and of samples in the process
LONG = 30.0  # seconds past which a click starts it

_Key = tuple[str, int | None]


def ready(current: Active, title: str) -> bool:
    """Controls of the kernel of bags; whether there is a matrix now. If not, the place of the page is taken."""
    bags = current.data
    assert isinstance(bags, BagData)
    with st.sidebar:
        st.subheader("Kernel")
        st.caption(
            r"$K(u, v) = \exp(-a\,\mathrm{KL}(P_u \,\|\, P_v))$, with a mixture of Gaussians $P$ for each bag"
        )
        number = slider("Gaussians per bag", COMPONENTS, COMPONENTS[0], "components", _NUMBER_HELP)
        scale = slider("a, times 1 / median divergence", BAG_SCALES, 1.0, "bag_scale", _SCALE_HELP)
    key = bags.digest, None if isinstance(number, str) else int(number)
    shelf = _shelf(shared=current.name != UPLOAD)
    found = shelf.get(key)
    if found is None:
        _measure(bags, key, title, shelf)
        return False
    a = float(f"{scale / found.kl.typical:.6g}")
    with st.sidebar:
        st.caption(words.accuracy(found, a))
    show_as_matrix(bags, _matrix(*key, a, _bags=bags, _found=found), _choice(key, a))
    return True


def _choice(key: _Key, a: float) -> KernelChoice:
    return KernelChoice("kl_mixtures", (("a", a), ("n_components", key[1])))


def _measure(bags: BagData, key: _Key, title: str, shelf: dict[_Key, BagKernelResult]) -> None:
    """Go on with the run, or offer to start it; then the page starts over with its result."""
    st.title(title)
    st.markdown(words.invitation(bags))
    running = st.session_state.get(_RUNNING)
    if running is None or running[0] != key:
        st.session_state.pop(_RUNNING, None)
        run = bag_kernel(bags, n_components=key[1])
        if st.session_state.get(_CANCELLED) == key or run.seconds > LONG:
            label = f"Measure ({about(run.seconds)})"
            st.button(label, type="primary", key=_BUTTON, on_click=_start, args=(key, run))
            return
        _start(key, run)
    run = st.session_state[_RUNNING][1]
    # The key of the button that started it, whose place it takes: under another one both would be seen.
    st.button("Cancel", key=_BUTTON, on_click=_cancel, args=(key,))
    bar = st.progress(0.0, "Starting …")
    try:
        for at in run:
            bar.progress(min(float(at), 1.0), progress(at))
    except Exception:  # goes on to the frame; kept, it would start again at once
        _cancel(key)
        raise
    shelf[key] = run.result
    while len(shelf) > _MOST:
        shelf.pop(next(iter(shelf)))
    st.session_state.pop(_RUNNING, None)
    st.rerun()


def _start(key: _Key, run: Any) -> None:
    st.session_state.pop(_CANCELLED, None)
    st.session_state[_RUNNING] = key, run


def _cancel(key: _Key) -> None:
    st.session_state.pop(_RUNNING, None)
    st.session_state[_CANCELLED] = key


def _shelf(*, shared: bool) -> dict[_Key, BagKernelResult]:
    return _of_samples() if shared else st.session_state.setdefault(_KEPT, {})


@st.cache_resource(show_spinner=False)
def _of_samples() -> dict[_Key, BagKernelResult]:
    """One shelf for the process; what lies on it is frozen."""
    return {}


@st.cache_resource(max_entries=16, ttl="1h", show_spinner=False)
def _matrix(
    digest: str, components: int | None, a: float, *, _bags: BagData, _found: BagKernelResult
) -> MatrixData:
    every = np.arange(_bags.n_samples)
    K = _found.kernel(a)(every, every)
    return MatrixData(K, _bags.labels, _bags.bag_ids, name=_bags.name, notes=_found.notes)


_NUMBER_HELP = (
    "“auto”: one for every 30 vectors of the median bag, 1 to 8. More of them follow a bag more closely, and need more "
    "vectors to be told from chance. Another number is measured anew."
)
_SCALE_HELP = (
    "Small: all bags look alike. Large: every bag is near itself alone. At 1, two bags at the median divergence have "
    "K = 1/e."
)
