"""Words that all pages share: text of files shown as it is, messages in terms of the sidebar.

What a page says of its results stands in its own folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from askcore._format import capitalised, duration, fixed, format_percent, number
from askcore.datasets import GraphData
from askcore.figures.parts.edges import has_arrowheads

DRAWABLE = 60  # nodes up to which a drawing says more than the matrix, and its layout knows no classes
FAR_BELOW = 0.1  # below chance, a share that looks like a mistake of ours
NEEDS_LABELS = "Labels are missing. Add them under “Labels” in the settings."
NEARLY = 1e-12  # of what it is compared with: no more than rounding

# Arguments of Python in the remedies of readers, and the controls of the sidebar that stand for them.
_CONTROLS = (
    (
        r'missing="drop" \(leaves such rows out\) or missing="median"',
        "“leave such rows out” or “fill in the median” under “Missing values” in the settings",
    ),
    (r'missing="median"', "“fill in the median” under “Missing values” in the settings"),
    (r'categories="one-hot" or "ordinal"', "“one-hot” or “ordinal” under “Words become” in the settings"),
    (r'categories="(one-hot|ordinal)"', r"“\1” under “Words become” in the settings"),
)


def plain(text: object) -> str:
    """Text from a file (a name, a label, a message that quotes one) as markdown that shows it as it is."""
    line = _REPLACED.sub(_kept, " ".join(str(text).split()))
    return re.sub(r"^[-+.]|^\d+(?=[.)])|[\\`*_{}\[\]<>#|~$!&:@]", _escaped, line)


# What the browser turns into links, icons and symbols after it has read the markdown, where no backslash helps.
_REPLACED = re.compile(
    r"(?<=http):(?=//)|(?<=https):(?=//)|www(?=\.)|@(?=[-\w])|:(?=[\w+-]+(?:/\w+)?:)"
    r"|(?<!\S)(?:<->|->|<-|--|>=|<=|~=)(?!\S)",
    re.IGNORECASE,
)
_JOINER = "\u2060"  # of no width, between characters that would be read as one thing


def _kept(match: re.Match[str]) -> str:
    found = match[0]
    return f"{found[0]}{_JOINER}{found[1:]}" if found[-1] in "->=" else found + _JOINER


def _escaped(match: re.Match[str]) -> str:
    found = match[0]
    return f"{found}\\" if found.isdigit() else f"\\{found}"  # "1." would begin a list: "1\."


# What a remedy offers to those who call Python, and no page can.
_PYTHON_ALONE = (r" \(in Python: [^()]*\)", ", or raise max_lines if there is memory for it")


def on_page(message: object, *, controls: bool = True) -> str:
    """A reader's message without what only Python offers, and with the controls of the sidebar where there are some."""
    said = str(message)
    for argument in _PYTHON_ALONE:
        said = re.sub(argument, "", said)
    for argument, control in _CONTROLS if controls else ():
        said = re.sub(argument, control, said)
    return said


def fill_in(sentence: str, **values: Any) -> str:
    """A sentence with its values: a float in three digits, or as its blank says by a name in ``_WRITTEN``.

    Examples
    --------
    >>> fill_in("{at.real} of {n:,} {thing}s: {part:percent}, {part:percent0}", at=2.5j, n=1000, thing="row", part=0.5)
    '0 of 1,000 rows: 50.0%, 50%'
    """
    return _Written().vformat(sentence, (), values)


class _Written(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if write := _WRITTEN.get(format_spec or "number" * isinstance(value, float)):
            return write(value)
        said = str(super().format_field(value, format_spec))
        return said.replace("-", "−") if isinstance(value, float) else said


_WRITTEN: dict[str, Callable[[Any], str]] = {
    "number": number,
    "percent": format_percent,
    "percent0": lambda value: format_percent(value, 0),
    "points": lambda value: fixed(100 * value),
    "time": duration,
    "name": plain,
    "first": capitalised,
}


def drawing(data: GraphData, meaning: str) -> str:
    """Caption of a drawn graph: what it shows, and what its layout does not say."""
    if data.n_nodes > DRAWABLE and data.labels is not None:
        look = (
            "Look at the arrows between the classes."
            if has_arrowheads(data.n_edges, data.n_nodes)
            else "Single arrows cannot be seen here: the picture “Matrix by class” shows which way the links point."
        )
        return f"{meaning} Nodes of one class are drawn together on purpose. {look}"
    return f"{meaning} The distance between two nodes has no meaning."


def row_and_column(entry: str, row: str, column: str, *, same: bool = True) -> str:
    """What a picture of a matrix shows: its entry, and what a row and a column read, as noun phrases.

    ``same`` : whether row u and column u are of the same sample.

    Examples
    --------
    >>> row_and_column("K(u, v)", "the links to u", "the links from u")
    'Row u, column v: K(u, v). Row u shows the links to u; column u shows the links from u.'
    """
    return f"Row u, column v: {entry}. Row u shows {row}; column {'u' if same else 'v'} shows {column}."


def decisions_on(name: str, truth: Any, predicted: Mapping[str, Any]) -> str:
    """What both views and the merged decision predict for one sample, and whether that is right."""
    said = {role: "no class" if label is None else f"“{plain(label)}”" for role, label in predicted.items()}
    right = "right" if predicted["merged"] == truth else "wrong"
    return (
        f"**{plain(name)}** belongs to “{plain(truth)}”. The source view predicts {said['source']}, and the target "
        f"view predicts {said['target']}. The merged decision is {said['merged']}, which is {right}."
    )


def decided_by(merge: str) -> str:
    """What the merged decision is called: one view that decides alone is not merged."""
    return {"source": "Decision (f_s alone)", "target": "Decision (f_t alone)"}.get(merge, "Merged")


def reversed_below_chance() -> str:
    """Why an indefinite matrix may decide far below chance."""
    return (
        "The accuracy is far below chance because the decision is reversed: with a small γ, components with "
        "a negative eigenvalue have the wrong sign. A larger γ corrects this."
    )
