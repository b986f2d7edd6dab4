"""A report of some pages: seconds from the click to the file, beside the seconds in which the pages were drawn.

Seconds of the processor inside the server; at most ten for the report.
"""

from __future__ import annotations

import logging
from functools import partial

from streamlit.testing.v1 import AppTest

from askcore.ui.sharing.report import report
from benchmarks.measure import record, run, sized, timed
from tests.pages.sentences import ROOT  # and pages that follow each other in one session

PAGES = sized(("data", "decisions", "matrix", "spectra"), ("data", "decisions"))
SAMPLES = sized(("cyclic_communities", "iris", "attention"), ("iris",))


def measure(sample: str) -> None:
    """The pages, then their report."""
    logging.disable(logging.WARNING)
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
    at.query_params["data"] = sample

    def pages() -> None:
        for page in PAGES:
            at.switch_page(f"pages/{page}.py").run()
            if at.exception:
                raise RuntimeError(f"{page} on {sample}: {at.exception[0].value}")

    drawn = timed(pages)
    made = timed(partial(report, list(at.session_state["_visits"].values())))
    note = f"{made.result.count('<figure>')} figures, {len(made.result.encode()) / 1e6:.1f} MB"
    record(f"report.{sample}.seconds", made.seconds, "s", runs=made.runs, goal=10.0, note=note)
    taken = {"ours": made.seconds, "pages": drawn.seconds}
    record(f"report.{sample}.pages_over_report", drawn.seconds / made.seconds, runs=made.runs, seconds=taken)


if __name__ == "__main__":
    run({sample: partial(measure, sample) for sample in SAMPLES})
