"""How the page Decisions says its figures are to be read: the two views, one sample, the mistakes.

UI floor, without streamlit.
"""

from __future__ import annotations

from askcore._format import count, number
from askcore.experiments import KernelChoice
from askcore.experiments.decisions.comparison import SplitComparison
from askcore.experiments.decisions.views import Views
from askcore.experiments.split import Split
from askcore.ui.text.words import plain


def read_by(choice: KernelChoice) -> tuple[str, str]:
    """Which view reads the links into a node, and which those out of it; "merged" where both views read both."""
    if choice.orientation == "both":
        return "merged", "merged"
    return ("source", "target") if choice.orientation == "in" else ("target", "source")


def merged_by(merge: str, tuned: str, on: str = "") -> str:
    """What the merged decision is, tuned and at the sliders' setting; ``on`` : as of ``scored_on``."""
    rules = {
        "mean": "of (f_s + f_t)/2.",
        "source": "of the source view alone.",
        "target": "of the target view alone.",
        "stack": "of the published rule: for each class a logistic regression on (f_s, f_t).",
        "joint": "of one multinomial regression on the views of all classes.",
    }
    return f"Accuracy {on and f'{on}, '}{rules[merge]} {tuned}."


def rule_in_full(merge: str) -> str:
    """How the merged decision is computed, for the formulas."""
    learned = "learned from the views of each tenth of the training samples by the model without that tenth."
    rules = {
        "mean": "Merged: $(f_s + f_t)/2$, the class with the largest value is predicted.",
        "source": "Merged: $f_s$ alone, the class with the largest value is predicted.",
        "target": "Merged: $f_t$ alone, the class with the largest value is predicted.",
        "stack": f"Merged: for each class a logistic regression on $(f_s, f_t)$, {learned}",
        "joint": f"Merged: one multinomial regression on $f_s$ and $f_t$ of all classes, {learned}",
    }
    return rules[merge]


def sample_decided(views: Views, place: int, name: str, j: int) -> str:
    """What the scored sample number ``place`` is and is taken for, and its two views on class number ``j``."""
    said = {role: plain(views.predicted[role][place]) for role in ("source", "target", "merged")}
    truth = plain(views.truth[place])
    rule = "" if views.merge == "mean" else f" ({views.merge})"
    right = "right" if views.predicted["merged"][place] == views.truth[place] else "wrong"
    return (
        f"**{plain(name)}** belongs to “{truth}”. The source view says “{said['source']}”, the target view "
        f"“{said['target']}”. The merged decision{rule} is “{said['merged']}”, which is {right}. For "
        f"“{plain(views.classes[j])}”, f_s = **{number(views.f_source[place, j])}** and f_t = "
        f"**{number(views.f_target[place, j])}**."
    )


def not_scored(name: object, word: str) -> str:
    """Why the chosen sample is not explained."""
    return f"“{plain(name)}” is a training {word}, so it is not scored. Choose a test {word}."


def pulls_caption() -> str:
    """How to read the bars."""
    return (
        "Each bar is one training sample: its dual weight times the kernel between it and this sample. To the right "
        "it votes for the class, to the left against it. Colour and symbol are its own class. A grey bar is no single "
        "sample: it is all other samples together, or the intercept, the same for every sample. All bars "
        "add up to the decision. A long bar is not a cause: without that sample, the other weights would change."
    )


def neighbours_caption(choice: KernelChoice) -> str:
    """How to read the neighbours."""
    coloured = (
        "An arrow has the colour of the view that reads it."
        if choice.orientation != "both"
        else "Both views read both sides."
    )
    return (
        "Shown are those training samples above that have a link with the node. Left: they point to it. Right: it "
        "points to them. "
        f"{coloured} If the node is a training node, its link to itself counts, too."
    )


def rings(views: Views, word: str) -> str:
    """What a ring in the scatter means; empty where there is none. ``word`` : "node" or "sample"."""
    n = int(views.disagree.sum())
    return f" A ring around a point: the two views predict different classes ({count(n, word)})." if n else ""


def scored_on(word: str, *, held_out: bool) -> str:
    """On which samples an accuracy was counted. ``word`` : "node" or "sample"."""
    return f"on test {word}s" if held_out else f"on the training {word}s, so not a prediction"


def side_by_side(on: str = "") -> str:
    """How to read the scores of all methods; ``on`` : which samples they count."""
    return (
        f"Dots are accuracy{on and ' '}{on}, open diamonds macro F1; equal ones lie on each other. Grey: methods "
        "without two views. All are tuned on the training samples but the last three, which have your setting."
    )


def small_differences(found: SplitComparison) -> str:
    """Which differences of accuracy mean nothing."""
    n = len(found.views.truth)
    few = 200 * 0.5 / max(n, 1) ** 0.5
    return f"With {n:,} samples, differences of less than about {few:.0f} points may be chance."


def scatter_caption(
    views: Views, split: Split, name: object, readings: tuple[str, str], *, is_graph: bool, why: str = ""
) -> str:
    """How to read f_s against f_t of the class ``name``; ``readings`` : what each view of a sample reads, and ``why``
    these differ."""
    word, links = ("node", ", and its links in the ego network") if is_graph else ("sample", "")
    how = f"a test {word}" if split.held_out else f"a {word} that was used for training"
    lines = (
        f"Right of the vertical line, the source view says “{plain(name)}”; above the horizontal line, the target view "
        "does."
        if len(views.classes) == 2
        else f"Right of the vertical line, f_s is positive for “{plain(name)}”; above the horizontal line, f_t is. "
        "With several classes, each view names the class with its largest value, even if that is below 0."
    )
    return (
        f"Each point is {how}. {lines} The source view reads {readings[0]}; the target view reads {readings[1]}. "
        f"{f'{why} ' if why else ''}The distance from a line is not a probability.{rings(views, word)} "
        f"Click a point to see what decides it{links}."
    )


def regions_caption(name: object, *, several: bool = False) -> str:
    """How to read the decision regions of one class; ``several`` : of more than two."""
    sides = (
        f"Orange: the view is positive for “{plain(name)}”. Blue: it is negative. The line is 0. With several "
        "classes, the one with the largest value is predicted, even if that is below 0. Both "
        if several
        else f"Orange: the view says “{plain(name)}”. Blue: it says another class. The line is the boundary; both "
    )
    return (
        f"{sides}"
        "figures have one colour scale. Points are training samples. Far from them a decision means little, even "
        "with a strong colour."
    )


def confusion_caption(pooled: int) -> str:
    """How to read the confusion matrices; ``pooled`` classes share the last row and column."""
    rare = f" The {pooled} rarest classes share the last row and column." if pooled else ""
    return (
        "Row: the true class. Column: the predicted class. Numbers count samples; the colour is the share of the "
        f"row, so a rare class is as visible as a frequent one.{rare}"
    )
