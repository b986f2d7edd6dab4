"""One BLAS thread for the whole server.

UI floor. Several sessions share the processors, and the matrices of a page are small: with two threads each
waits for the other (a change of kernel on the Python imports: 1.4 s against 0.9 s in the browser).
"""

from __future__ import annotations

from typing import Any

import streamlit as st
from threadpoolctl import threadpool_limits

__all__ = ["one_blas_thread"]


@st.cache_resource(show_spinner=False)
def one_blas_thread() -> Any:
    """Limit BLAS once per server process; the cache keeps the limit alive."""
    return threadpool_limits(limits=1, user_api="blas")
