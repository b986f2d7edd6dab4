"""A report of five pages: seconds from the click to the file, beside the seconds in which the pages were drawn.

Seconds of the processor inside the server. The pages are not drawn a second time for the report, so it takes a part of
what they took. The floor: at most ``FLOOR`` seconds. ``python benchmarks/bench_report.py swiss_roll`` takes another
sample.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import logging
import sys
import time

from streamlit.testing.v1 import AppTest

from askcore.ui.sharing.report import Report
from tests.pages.sentences import ROOT  # and pages that follow each other in one session

FLOOR = 10.0
PAGES = "data", "decisions", "kernel_matrix", "spectra", "indefinite"


def main(samples: list[str]) -> None:
    """Print a line for each sample; leave with 1 where a report takes longer than the floor."""
    print(f"{'':<22}{'pages':>10}{'report':>10}{'ratio':>8}{'figures':>9}{'MB':>7}")
    slow = False
    for sample in samples:
        at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
        at.query_params["data"] = sample
        start = time.process_time()
        for page in PAGES:
            at.switch_page(f"pages/{page}.py").run()
            if at.exception:
                sys.exit(f"{page} on {sample}: {at.exception[0].value}")
        drawn = time.process_time() - start
        report = Report(tuple(at.session_state["_visits"].values()))
        start = time.process_time()
        made = report.html()
        taken = time.process_time() - start
        slow = slow or taken > FLOOR
        figures, size = made.count("<figure>"), len(made.encode()) / 1e6
        print(f"{sample:<22}{drawn:>8.2f} s{taken:>8.2f} s{taken / drawn:>8.2f}{figures:>9}{size:>7.1f}")
    if slow:
        sys.exit(f"A report takes more than {FLOOR:g} s.")


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    main(sys.argv[1:] or ["cyclic_communities", "iris", "attention"])
