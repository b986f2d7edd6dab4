"""The chosen run and the race to take away: the table, and the Python that reproduces the run.

UI floor.
"""

from __future__ import annotations

from askcore.ui.export import CAMERA, File
from askcore.ui.pages.nystroem.state import Nystroem
from askcore.ui.snippet import problem_script

__all__ = ["FILES_SAID", "files", "python_code"]

FILES_SAID = f"{CAMERA} The chosen run in Python:"


def files(state: Nystroem) -> list[File]:
    """The runs of the race, once it was run."""
    study = state.study
    if study is None:
        why = "Every run with its times and errors. Start the race first."
        return [File("Race (CSV)", str, "race.csv", why, missing=True)]
    return [File("Race (CSV)", lambda: study.race.table, "race.csv")]


def python_code(state: Nystroem) -> str:
    """A script that repeats the chosen run and prints what the page shows."""
    imports = ["SamplingChoice", "exact_triplets, sampled_triplets, sampling_study"]
    lines = [
        f"sampling = {state.sampling!r}",
        "exact = exact_triplets(problem, sampling.rank)",
        "found = sampled_triplets(problem, sampling, exact)",
        'print(f"{found.share:.1%} of the entries, {found.seconds:.3g} s against {exact.seconds:.3g} s exactly")',
        'print(f"subspace error {found.subspace_error:.3g}, eta {found.eta:.3g}")',
        "# the race: study = sampling_study(problem, sampling, exact=exact).run(); print(study.race.verdict)",
    ]
    return problem_script(state.current, state.choice, imports, lines)
