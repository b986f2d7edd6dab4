"""The race of the page "Nyström": sampling beside other methods, at rising sizes and several bandwidths.

UI floor.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from askcore import plotting
from askcore._format import duration
from askcore.experiments.sampling.study import SamplingStudy, settled_from
from askcore.figures.races import score_by_samples, speedup_by_bandwidth
from askcore.plotting import SOLVER_NAMES, TOLERANCE
from askcore.ui.blocks import Block, Columns, Control, Figure, Live, Tabs, Text, Value

OPEN = "race_tab"  # key of the tabs
MEASURES = {"subspace_error": "Subspace error", "eta": "η"}
RESULT = (
    "The best sample within an error of {tolerance:g} has {samples:,} rows and columns: {own}, exactly {exact}. "
    "Times are {times}."
)
NO_RESULT = (
    "No sample of up to {most:,} rows and columns reaches an error of {tolerance:g}. Times are {times}."
)
TIMES = {True: "medians of three runs", False: "of single runs, so they vary"}
BANDWIDTHS = {  # at how many bandwidths the tolerance is reached
    0: "With up to {most:,} samples, no bandwidth reaches an error of {tolerance:g}.",
    1: "Sampling reaches an error of {tolerance:g} at one bandwidth only: {factor:g} times the chosen one, in {own}.",
}
NO_BANDWIDTH = "This kernel has no bandwidth. For a graph, choose “Rows × columns” and then SNE or RBF."
ONE_BANDWIDTH = "Only one bandwidth was run within the time of the race."
SETTLED = {
    True: "From {samples:,} samples on, the accuracy is within two points of the one with exact vectors ({exact:.0%}).",
    False: "With {samples:,} samples the accuracy is {last:.0%}, with exact vectors {exact:.0%}.",
}


def race(study: SamplingStudy) -> list[Block]:
    """The result of a race."""
    found, settings = study.race, study.race.settings
    verdict, tolerance = found.verdict, max(settings["tolerances"])
    said = RESULT if verdict.error <= tolerance else NO_RESULT
    notes = [reason for reason in found.left_out.values() if "no sparse structure" not in reason]
    return [
        Text(
            said.format(
                tolerance=tolerance,
                samples=verdict.samples,
                most=max(settings["samples"]),
                own=duration(verdict.seconds),
                exact=duration(verdict.exact_seconds),
                times=TIMES[settings["repeats"] > 1],
            )
        ),
        *(Text(note, "caption") for note in [found.stopped, *notes] if note),
        Tabs(
            OPEN,
            {
                "Error and time": lambda: [Live("race_sizes", partial(_sizes, study))],
                "Bandwidth": lambda: [Live("race_bandwidths", partial(_bandwidths, study))],
                "Accuracy": lambda: _accuracy(study),
            },
        ),
    ]


def _measure(value: Value, key: str) -> str:
    control = Control(key, "Error measured by", "choice", tuple(MEASURES), titles=MEASURES.__getitem__)
    return str(value(control))


def _sizes(study: SamplingStudy, value: Value) -> list[Block]:
    """Error and time against the sample size."""
    measure = _measure(value, "sizes_measure")
    counted = FEATURES if "fourier" in study.race.settings["solvers"] else ""
    parts: list[list[Block]] = [
        [
            Figure(
                f"race_{name.lower()}",
                partial(plotting.drawn, study.race, quantity=quantity),
                f"{name} of each method against the number of samples",
                name,
                said,
            )
        ]
        for name, quantity, said in (("Error", measure, ERRORS + counted), ("Time", "seconds", SECONDS))
    ]
    return [Columns(tuple(parts))]


ERRORS = "Lower is better. The randomised method reads all entries: for it, the axis counts random vectors."
FEATURES = " Random features read no entry: for them, it counts waves of random frequencies."
SECONDS = "Kernel and decomposition. Two lines that are close do not show which method is faster."


def _bandwidths(study: SamplingStudy, value: Value) -> list[Block]:
    """Speed-up over the other methods against the bandwidth."""
    reached = study.race.reached
    if reached["bandwidth"].isna().all():
        return [Text(NO_BANDWIDTH)]
    if reached["bandwidth"].nunique() == 1:
        return [Text(ONE_BANDWIDTH)]
    measure = _measure(value, "bandwidth_measure")
    rows = reached[(reached["measure"] == measure) & (reached["tolerance"] == TOLERANCE)]
    seconds = rows.pivot(index="bandwidth", columns="solver", values="seconds")
    own = seconds["nystroem"]
    known = own.dropna()
    if len(known) < 2:
        factor, taken = (known.index[0], known.iloc[0]) if len(known) else (np.nan, np.nan)
        most = max(study.race.settings["samples"])
        numbers = {"tolerance": TOLERANCE, "most": most, "factor": factor, "own": duration(taken)}
        return [Text(BANDWIDTHS[len(known)].format(**numbers))]
    rivals = [name for name in ("structured", "arpack", "randomized") if name in seconds]
    return [
        Figure(
            "race_bandwidth",
            partial(
                speedup_by_bandwidth,
                seconds.index.to_numpy(),
                {name: (seconds[name] / own).to_numpy() for name in rivals},
                {name: f"over {SOLVER_NAMES[name]}" for name in rivals},
            ),
            "How many times faster sampling is, against the bandwidth",
            "Speed-up",
            f"How much faster sampling reaches an error of {TOLERANCE:g}, as in figure 1 of the paper. Above the line "
            "it is faster; gaps are bandwidths where it never does. A large bandwidth is easy to sample, but not "
            "always a good kernel.",
        )
    ]


def _accuracy(study: SamplingStudy) -> list[Block]:
    """Accuracy on the vectors against the sample size."""
    sampled = study.scores[study.scores["method"] == "nystroem"]
    if sampled.empty:
        return [Text(f"There is no accuracy: {study.no_scores or 'no sample has vectors'}.")]
    exact, first = float(study.scores["micro_f1"].iloc[0]), settled_from(study.scores)
    numbers = {"exact": exact, "last": sampled["micro_f1"].iloc[-1]}
    samples = first or int(sampled["samples"].iloc[-1])
    return [
        Figure(
            "race_score",
            partial(score_by_samples, sampled["samples"], sampled["micro_f1"], sampled["spread"], exact),
            "Accuracy on sampled vectors against the number of samples",
            "Accuracy",
            SETTLED[first is not None].format(samples=samples, **numbers)
            + " A linear LS-SVM on the vectors, over five splits; bars are standard deviations. A good accuracy does "
            "not need exact vectors.",
        )
    ]
