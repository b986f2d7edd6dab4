"""The chosen run and the race to take away: the table, and the Python that reproduces the run.

UI floor.
"""

from __future__ import annotations

from askcore.ui.downloads import File
from askcore.ui.pages.nystroem.state import Nystroem
from askcore.ui.text.snippet import KSVD, Script, joined, problem_lines

FILES_SAID = "The chosen run in Python:"


def files(state: Nystroem) -> list[File]:
    """The runs of the race, once it was run."""
    study = state.study
    if study is None:
        why = "Every run with its times and errors. Start the race first."
        return [File("Race (CSV)", str, "race.csv", why, missing=True)]
    return [File("Race (CSV)", lambda: study.race.table, "race.csv")]


def python_code(state: Nystroem) -> Script:
    """A script that repeats the chosen run and prints what the page shows."""
    race = []
    if state.study is not None:
        race = ["study = sampling_study(problem, sampling, exact=exact).run()\nprint(study.race.verdict)"]
    return Script(
        "Nyström speed-up",
        "finds leading singular vectors from a sample of rows and columns.",
        (
            problem_lines(state.current, state.choice),
            joined(
                f"sampling = {state.sampling!r}",
                "exact = exact_triplets(problem, sampling.rank)",
                "found = sampled_triplets(problem, sampling, exact)",
            ),
            joined(
                'print("Entries evaluated:", found.share)',
                'print("Subspace error:", found.subspace_error)',
                'print("η, the error of the paper:", found.eta)',
                'print("Seconds of this run:", found.seconds, "exactly:", exact.seconds)',
            ),
            *race,
        ),
        "figures.sampled_spectrum(exact.triplets.values, found.found.values)",
        "Times are different on another computer.",
        (KSVD,),
    )
