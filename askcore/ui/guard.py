"""A page that cannot go on says why and what to do, instead of showing a traceback.

UI floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import streamlit as st

from askcore.datasets import DataError
from askcore.ui.words import plain

__all__ = ["guarded"]


@contextmanager
def guarded() -> Iterator[None]:
    """Show errors that have a remedy as a message; anything else is a defect and goes up.

    A LinAlgError here means a resonance (the message names the remedy), a ValueError a parameter that the
    kernel refuses for these data.
    """
    try:
        yield
    except DataError as error:
        st.info(plain(error), icon=":material/info:")
    except (np.linalg.LinAlgError, ValueError) as error:
        st.warning(plain(error), icon=":material/warning:")
