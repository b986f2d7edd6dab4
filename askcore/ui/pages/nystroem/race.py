"""The race of the page "Nyström": sampling beside other methods, at rising sizes and several bandwidths."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from askcore import experiments, plotting
from askcore._format import duration
from askcore.experiments import Problem
from askcore.experiments.running.jobs import Task
from askcore.experiments.sampling.study import SamplingStudy, settled_from
from askcore.experiments.sampling.triplets import EXACT, ExactTriplets, SamplingChoice
from askcore.figures.races import score_by_samples, speedup_by_bandwidth
from askcore.plotting import SOLVER_NAMES, TOLERANCE
from askcore.ui.background import Offered, is_small
from askcore.ui.blocks import Block, Columns, Control, Figure, Live, Run, Step, Tabs, Text, Value

WHAT = (
    "The race measures the time and the error of sampling and of other methods on this matrix, for an "
    "increasing number of samples."
)
OPEN = "race_tab"  # key of the tabs
MEASURES = {"subspace_error": "Subspace error", "eta": "η"}
RESULT = "An error of {tolerance:g} takes {samples:,.0f} rows and columns: {own}, and {exact} for the exact method."
NO_RESULT = "No sample of up to {most:,} rows and columns reaches an error of {tolerance:g}."
ONE_BANDWIDTH = (
    "The race used only one bandwidth, or the kernel has no bandwidth. For a graph, choose “Rows × columns” and then "
    "SNE or RBF."
)
SETTLED = {
    True: "From {samples:,} samples on, the accuracy is within two points of that with exact vectors "
    "({exact:.0%}).",
    False: "With {samples:,} samples, the accuracy is {last:.0%}; with exact vectors, it is {exact:.0%}.",
}


def offer(asked: Problem, sampling: SamplingChoice, exact: ExactTriplets) -> list[Block]:
    """The race, behind a button; its sample sizes are its own."""
    every = replace(sampling, n_rows=sampling.rank, n_columns=sampling.rank)
    plan = asked.data.digest, asked.choice, every
    task: Task[SamplingStudy] = Task(experiments.sampling_study, asked, every, exact=exact)
    takes = "a few seconds" if is_small(asked) else "up to two minutes"
    return [Text(WHAT), Run(Offered("race", plan, task, "Start the race", takes), result)]


def result(study: SamplingStudy) -> list[Block]:
    """The result of a race."""
    found, tolerance = study.race, max(study.race.settings["tolerances"])
    within = found.reached.query("measure == 'subspace_error' and tolerance == @tolerance")
    first = within.drop_duplicates("solver").set_index("solver")  # at the bandwidth in use
    samples, seconds = first.loc["nystroem", ["samples", "seconds"]]
    exact = first.loc[first.index.isin(EXACT), "seconds"].min()
    said = RESULT if samples > 0 else NO_RESULT
    given = {"tolerance": tolerance, "samples": samples, "most": max(found.settings["samples"])}
    notes = [reason for reason in found.left_out.values() if "no sparse structure" not in reason]
    return [
        Text(said.format(own=duration(seconds), exact=duration(exact), **given)),
        *(Text(note, "caption") for note in [found.stopped, *notes] if note),
        Tabs(
            OPEN,
            {
                "Error and time": lambda: [Live("race_sizes", partial(_sizes, study))],
                "Bandwidth": lambda: _bandwidths(study),
                "Accuracy": lambda: _accuracy(study),
            },
        ),
        Step("study = sampling_study(problem, sampling, exact=exact).run()\nprint(study.race.reached)"),
    ]


def _sizes(study: SamplingStudy, value: Value) -> list[Block]:
    """Error and time against the sample size."""
    measured = Control(
        "sizes_measure", "Error measured by", "choice", tuple(MEASURES), titles=MEASURES.__getitem__
    )
    counted = FEATURES if "fourier" in study.race.settings["solvers"] else ""
    quantities = ("Error", str(value(measured)), ERRORS + counted), ("Time", "seconds", SECONDS)
    parts: list[list[Block]] = []
    for name, quantity, said in quantities:
        draw = partial(plotting.drawn, study.race, quantity=quantity)
        alt = f"{name} of each method against the number of samples"
        parts.append([Figure(f"race_{name.lower()}", draw, alt, name, said)])
    return [Columns(tuple(parts))]


ERRORS = "Lower is better. The randomised method reads all entries: for it, the axis counts random vectors."
FEATURES = " Random features read no entry: for them, the axis counts waves of random frequencies."
SECONDS = (
    "Time for the kernel and the decomposition: a single run, or the median of three on small matrices. Two "
    "lines that are close do not show which method is faster."
)


def _bandwidths(study: SamplingStudy) -> list[Block]:
    """Speed-up over the other methods against the bandwidth."""
    reached = study.race.reached
    if reached["bandwidth"].nunique() < 2:
        return [Text(ONE_BANDWIDTH)]
    rows = reached[(reached["measure"] == "subspace_error") & (reached["tolerance"] == TOLERANCE)]
    seconds = rows.pivot(index="bandwidth", columns="solver", values="seconds")
    rivals = [name for name in ("structured", "arpack", "randomized") if name in seconds]
    faster = {name: seconds[name] / seconds["nystroem"] for name in rivals}
    names = {name: f"over {SOLVER_NAMES[name]}" for name in rivals}
    draw = partial(speedup_by_bandwidth, seconds.index, faster, names)
    alt = "How many times as fast sampling is, against the bandwidth"
    return [Figure("race_bandwidth", draw, alt, "Speed-up", SPEED_UP)]


SPEED_UP = (
    f"How much faster sampling reaches an error of {TOLERANCE:g}, as in figure 1 of the paper. Above the "
    f"line, sampling is faster; gaps are bandwidths at which it never reaches this error. A kernel with a "
    f"large bandwidth is easy to sample, but it is not always a good kernel."
)


def _accuracy(study: SamplingStudy) -> list[Block]:
    """Accuracy on the vectors against the sample size."""
    sampled = study.scores[study.scores["method"] == "nystroem"]
    if sampled.empty:
        return [Text(f"There is no accuracy: {study.no_scores or 'no sample has vectors'}.")]
    exact, first = float(study.scores["micro_f1"].iloc[0]), settled_from(study.scores)
    sizes, accuracy = sampled["samples"], sampled["micro_f1"]
    said = SETTLED[first is not None].format(
        samples=first or int(sizes.iloc[-1]), exact=exact, last=accuracy.iloc[-1]
    )
    draw = partial(score_by_samples, sizes, accuracy, sampled["spread"], exact)
    alt = "Accuracy on sampled vectors against the number of samples"
    return [Figure("race_score", draw, alt, "Accuracy", said + VECTORS)]


VECTORS = (
    " The classifier is a linear LS-SVM on the vectors, over five splits; bars are standard deviations. "
    "Good accuracy does not need exact vectors."
)
