"""Every page on every sample: what the first look costs, when nothing is kept from before.

Seconds of the processor inside the server (on a busy machine the wall clock would measure the load), without what the
browser takes to draw. The floor: at most ``FLOOR`` seconds a page; ratios are to the quickest page of the same sample.
``python benchmarks/bench_pages.py swiss_roll library_calls`` looks at some samples alone.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import logging
import sys
import time
from pathlib import Path

import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.datasets import describe_sample, list_samples, load_sample
from askcore.ui import contents

ROOT = Path(__file__).parents[1]
FLOOR = 1.0
PAGES = tuple(page.file for page in contents.PAGES)
WARM = "teaching_graph", "iris", "attention", "textures"  # one of each kind, for imports and fonts


def seconds(page: str, sample: str) -> float:
    """The first look at a page, by a server that has seen neither the sample nor a matrix."""
    st.cache_resource.clear()
    load_sample.cache_clear()
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
    at.query_params["data"] = sample
    at.switch_page(f"pages/{page}.py")
    start = time.process_time()
    at.run()
    taken = time.process_time() - start
    if at.exception:
        sys.exit(f"{page} on {sample}: {at.exception[0].value}")
    return taken


def main(samples: list[str]) -> None:
    """Print the table, and what lies above the floor; leave with 1 where something does."""
    for sample in WARM:
        for page in PAGES:
            seconds(page, sample)
    print(" " * 22 + "".join(f"{page:>14}" for page in PAGES) + f"{'slowest/quickest':>18}")
    slow = []
    for sample in samples:
        found = {page: seconds(page, sample) for page in PAGES}
        cells = "".join(f"{taken:>14.2f}" for taken in found.values())
        ratio = max(found.values()) / min(found.values())
        print(f"{sample:<22}{cells}{ratio:>18.1f}", flush=True)
        title = describe_sample(sample).title
        slow += [f"{title}: {page} takes {taken:.1f} s" for page, taken in found.items() if taken > FLOOR]
    if slow:
        sys.exit(f"more than {FLOOR:g} s: " + "; ".join(slow))


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # streamlit's, about scripts that run without a server
    main(sys.argv[1:] or list_samples())
