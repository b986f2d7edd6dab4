"""Files of the page "Nyström": the race, and the Python behind it.

UI floor.
"""

from __future__ import annotations

from askcore.ui.downloads import File
from askcore.ui.pages.nystroem.results import JOB, Nystroem
from askcore.ui.text.snippet import KSVD, Script, joined, problem_lines

FILES_SAID = "The chosen run in Python:"


def files(state: Nystroem) -> list[File]:
    """The runs of the race, once it was run."""
    study = JOB.result(state.plan)
    if study is None:
        return [File("Race (CSV)", str, "race.csv", "Start the race first.", missing=True)]
    return [File("Race (CSV)", lambda: study.race.table, "race.csv")]


def python_code(state: Nystroem) -> Script:
    """A script that repeats the chosen run and prints what the page shows."""
    race = []
    if JOB.result(state.plan) is not None:
        race = ["study = sampling_study(problem, sampling, exact=exact).run()\nprint(study.race.verdict)"]
    return Script(
        "Nyström",
        "finds leading singular vectors from a sample of rows and columns.",
        (
            problem_lines(state.current, state.choice),
            joined(
                f"sampling = {state.sampling!r}",
                "exact = exact_triplets(problem, sampling.rank)",
                "found = sampled_triplets(problem, sampling, exact)",
            ),
            joined(
                'print("Entries read:", found.share)',
                'print("Error:", found.subspace_error)',
                'print("η, the error of the paper:", found.eta)',
                'print("Largest singular value:", exact.triplets.values[0])',
                'print("Stable rank:", exact.stable_rank)',
                'print("Seconds:", found.seconds, "exactly:", exact.seconds)',
            ),
            *race,
        ),
        "figures.sampled_spectrum(exact.triplets.values, found.found.values)",
        "Times are different on another computer.",
        (KSVD,),
    )
