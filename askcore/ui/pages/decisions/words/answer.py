"""The finding on the page Decisions, in words: who decides better, where the two views disagree, what is doubtful.

UI floor, without streamlit. Outcomes and numbers come from ``experiments/decisions/verdict.py``; each has its sentence
in one of the tables below.
"""

from __future__ import annotations

from dataclasses import asdict
from math import sqrt

import numpy as np

from askcore.experiments.decisions.gamma import ModeFilters
from askcore.experiments.decisions.verdict import (
    AgainstBaselines,
    BaselineVerdict,
    Caution,
    Doubt,
    Finding,
    Verdict,
)
from askcore.experiments.decisions.views import Views
from askcore.experiments.merging import LEARNED
from askcore.ui.text.words import plain

ONE_PLACE = 0.01  # values of a view that differ by less than this part of the largest are drawn as one point

SENTENCES = {
    Finding.FITTED_ONLY: "Nothing was kept for testing, so this is a fit, not a prediction: AsK-LS reproduces "
    "**{askls:.0%}** of {n:,} training labels. Its cross-validated accuracy is {cross_validated:.0%}.",
    Finding.ONE_VIEW: "This kernel matrix is symmetric, so both views are one decision. Its accuracy is "
    "**{askls:.0%}** on {n:,} test {things}; always guessing the most common class: {guessing:.0%}.",
    Finding.WITHOUT_AHEAD: "**{without_it} is better here:** {without_label} has an accuracy of **{without:.0%}** on "
    "{n:,} test {things}, AsK-LS {askls:.0%}.",
    Finding.WORSE_THAN_GUESSING: "Worse than guessing: AsK-LS has an accuracy of **{askls:.0%}** on {n:,} test "
    "{things}. Always guessing the most common class: {guessing:.0%}.",
    Finding.NOT_BETTER_THAN_GUESSING: "No better than guessing: AsK-LS has an accuracy of **{askls:.0%}** on {n:,} "
    "test {things}. Always guessing the most common class: {guessing:.0%}.",
    Finding.DIRECTION_HELPS: "**{with_it} helps here:** AsK-LS has an accuracy of **{askls:.0%}** on {n:,} test "
    "{things}, the best method without it ({without_label}) {without:.0%}.",
    Finding.NO_CLEAR_DIFFERENCE: "No clear difference: AsK-LS has an accuracy of **{askls:.0%}** on {n:,} test "
    "{things}, the best method without {without_what} ({without_label}) {without:.0%}.",
}
WORDS_OF_GRAPHS = {"with_it": "Direction", "without_it": "Ignoring direction", "without_what": "direction"}
WORDS_OF_OTHERS = {"with_it": "Asymmetry", "without_it": "A symmetric kernel", "without_what": "asymmetry"}
BASELINE_SENTENCES = {
    AgainstBaselines.ONE_IS_AHEAD: "**A baseline is better here:** {label} has an accuracy of **{baseline:.0%}** on "
    "{n:,} test {things}, AsK-LS {askls:.0%}.",
    AgainstBaselines.ALL_ARE_AHEAD: "**All {n_baselines} baselines are better here:** {label} has an accuracy of "
    "**{baseline:.0%}** on {n:,} test {things}, AsK-LS {askls:.0%}.",
    AgainstBaselines.NOT_BEHIND: "",
}
CAUTIONS = {
    Doubt.REPEATED_ROWS: "**Repeated rows:** {count:,} of {of:,} test rows are equal to a training row, so the "
    "accuracy says little about new rows. Keep each row once, for instance with “Remove duplicates” in a "
    "spreadsheet, and upload the file again.",
    Doubt.LABEL_COLUMN: "**The column “{name}” tells the label by itself:** it has one value for each class. If it was "
    "made from the label, delete it in the file and upload that again.",
    Doubt.RARE_CLASS_MISSED: "**The rarest class, “{name}”, is never predicted:** none of its {of:,} test {things} is "
    "found. The tab “All methods” shows macro F1, which counts each class alike.",
    Doubt.NUMBERS_AS_CLASSES: "**{count:,} whole numbers are taken as classes.** If they measure something, replace "
    "them by ranges, such as “0–9” and “10–19”, and upload the file again.",
}


def verdict(of: Verdict, *, things: str, directed: bool, asymmetric: bool = False) -> str:
    """The finding in a sentence or two.

    ``things`` : "nodes" or "samples". ``directed`` : whether what is asymmetric is direction. ``asymmetric`` : whether
    the formula of the kernel is, whatever the matrix.
    """
    words = WORDS_OF_GRAPHS if directed else WORDS_OF_OTHERS
    said = SENTENCES[of.finding].format(**asdict(of), **words, things=things)
    if of.finding is Finding.ONE_VIEW:
        said += (
            " K(u, v) and K(v, u) agree up to rounding."
            if asymmetric
            else " Choose an asymmetric kernel to see two."
        )
    return said


def against_baselines(of: BaselineVerdict, *, things: str) -> str:
    """That a baseline is shown to be better than AsK-LS; empty if none is."""
    return BASELINE_SENTENCES[of.finding].format(**asdict(of), things=things)


def caution(of: Caution, *, things: str) -> str:
    """Why the accuracy may not mean what it seems to, and what to do."""
    return CAUTIONS[of.doubt].format(name=plain(of.name), count=of.count, of=of.of, things=things)


def deciding(m: int, how_long: str, *, is_graph: bool) -> str:
    """What is being computed before there is a verdict, and about how long that takes."""
    things = "nodes" if is_graph else "samples"
    return f"Training AsK-LS and the methods beside it on {m:,} {things}: {how_long}."


def anti_learning(views: Views, modes: ModeFilters | None) -> str:
    """That the merged decision is clearly worse than guessing, and why; empty if it is not."""
    n = len(views.truth)
    _, counts = np.unique(views.truth, return_counts=True)
    guess = float(((counts / n) ** 2).sum())
    merged = float((views.predicted["merged"] == views.truth).mean())
    if merged >= guess or not clearly_differs(merged, guess, n):
        return ""
    said = [
        f"**Worse than guessing:** at your setting the merged decision is right for {merged:.0%}. Guessing "
        f"with the class frequencies is right for {guess:.0%}."
    ]
    subtracted = 0 if modes is None else modes.counts["subtracted"]
    if modes is not None and subtracted > len(modes.sigma) / 2:
        said.append(
            f"In {subtracted:,} of {len(modes.sigma):,} components, the labels of similar samples count with a minus "
            "sign, and those of their neighbours with a plus sign. This is wrong if neighbours have different "
            "classes."
        )
    found = (
        "the tab “γ and λ” finds a good pair" if modes is not None else "the joint decision is less sensitive"
    )
    said.append(f"Raise γ together with the damping λ; {found}.")
    return " ".join(said)


def agreement(views: Views, word: str) -> str:
    """Where the two views predict different classes, and which is right there. ``word`` : "node" or "sample"."""
    apart = views.disagree
    n, total = int(apart.sum()), len(views.truth)
    if n == 0:
        return f"At your setting, the two views agree on all {total:,} {word}s.{_one_value(views, word)}"
    truth = views.truth[apart]
    source = int((views.predicted["source"][apart] == truth).sum())
    target = int((views.predicted["target"][apart] == truth).sum())
    neither = n - source - target
    if n == 1:
        who = "the source view" if source else "the target view" if target else "neither view"
        right = f"There, {who} is right."
    else:
        rest = f", neither for {neither:,}" if neither else ""
        right = (
            f"Of these {n:,}, the source view is right for {source:,}, the target view for {target:,}{rest}."
        )
    merged = int((views.predicted["merged"][apart] == truth).sum())
    learned = (
        f" The merged decision is right for {merged:,}: it is learned from both values, so it can be right where both "
        "views are wrong."
        if neither and views.merge in LEARNED and merged > source + target
        else ""
    )
    return (
        f"At your setting, the two views predict different classes for {n:,} of {total:,} {word}s. "
        f"{right}{learned}{_one_value(views, word)}"
    )


def _one_value(views: Views, word: str) -> str:
    """That all points of the figure lie on one place, with the reason."""
    both = np.stack([views.f_source, views.f_target])
    if np.ptp(both, axis=1).max() >= ONE_PLACE * np.abs(both).max():
        return ""
    return (
        f" All points lie on nearly one place: each view gives every {word} nearly the same value, the intercept. The "
        "training samples hardly count."
    )


def clearly_differs(p: float, q: float, n: int) -> bool:
    """Whether two shares of n samples differ by more than two standard errors (taken as independent)."""
    error = sqrt(max(p * (1 - p) + q * (1 - q), 0.25 / max(n, 1)) / max(n, 1))
    return abs(p - q) > 2 * error
