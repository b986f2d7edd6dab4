"""Every page on every sample: what the first look costs, when nothing is kept from before.

Seconds of the processor inside the server (on a busy machine the wall clock would measure the load), without what the
browser takes to draw: of each sample the slowest page, wanted in at most one second, and its ratio to the quickest one.
"""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.datasets import list_samples, load_sample
from askcore.ui import contents
from benchmarks.measure import record, run, sized, timed

ROOT = Path(__file__).parents[1]
PAGES = tuple(page.file for page in contents.PAGES)[: sized(None, 3)]


def seconds(page: str, sample: str) -> float:
    """The first look at a page, by a server that has seen neither the sample nor a matrix."""
    st.cache_resource.clear()
    load_sample.cache_clear()
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
    at.query_params["data"] = sample
    at.switch_page(f"pages/{page}.py")
    taken = timed(at.run).seconds
    if at.exception:
        raise RuntimeError(f"{page} on {sample}: {at.exception[0].value}")
    return taken


def measure(sample: str) -> None:
    """All pages, once for imports and fonts, then for their time."""
    logging.disable(logging.WARNING)  # streamlit's, about scripts that run without a server
    for page in sized(PAGES, ()):
        seconds(page, sample)
    found = {page: seconds(page, sample) for page in PAGES}
    print("   " + ", ".join(f"{page} {taken:.2f}" for page, taken in found.items()))
    slowest, quickest = max(found, key=found.__getitem__), min(found.values())
    note = f"{slowest}; {found[slowest] / quickest:.1f} times the quickest"
    record(f"pages.{sample}.slowest", found[slowest], "s", runs=1, goal=1.0, note=note)


if __name__ == "__main__":
    run({sample: partial(measure, sample) for sample in list_samples()[: sized(None, 2)]})
