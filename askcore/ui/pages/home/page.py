"""The page "Home" as a value: a guess, and arrows to reverse.

``gallery`` has the ways in: a file, an example, a public data set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from askcore.ui.blocks import Action, Block, Columns, Live, Row, Text, Value
from askcore.ui.lessons.edge_flip import EdgeFlip, graph
from askcore.ui.text.words import decisions_on
from askcore.ui.url_state import current_value, one_of, param

# Chosen with all labels in view, so that a symmetric kernel is wrong at C and the mean right: an illustration, no test.
SETTING: Mapping[str, Any] = MappingProxyType(
    {"kind": "power", "params": {"length": 2}, "gamma": 0.32, "damping": 0.03}
)
DEMO = EdgeFlip("home", ("C", "F", "G"), SETTING)
NODE, GUESS, CLASSES = "C", "guess", ("square", "circle")

ASK = "A and B are squares; D and E are circles; F and G are unknown. **What is C?** Look at its arrows, then guess."
GUESSED = {True: "**You are right.**", False: "**Your guess is that of a kernel without arrowheads.**"}
WITHOUT = "A kernel without arrowheads always predicts “{symmetric}”."
CLICK = "Click an arrow to reverse it."
ROWS = "The source view uses the nodes that a node reaches within two steps; the target view uses those that reach it."


def home() -> list[Block]:
    """The blocks of the page."""
    return [Text("Reverse an arrow", "heading"), Live("home_demo", demo)]


def demo(value: Value) -> list[Block]:
    """The graph; a guess, and after it both views with one sentence on C."""
    param(GUESS)
    guess = current_value(GUESS, "", one_of(CLASSES, str))
    if not guess:
        buttons = tuple(Action(f"guess_{name}", f"A {name}", {GUESS: name}) for name in CLASSES)
        still = replace(DEMO.picture(""), on_click=None)
        return [Columns(([still], [Text(ASK), Row(buttons)]), (6, 5))]
    now = replace(DEMO, flipped=tuple(value(DEMO.arrows)))
    return [
        Columns(([now.picture(CLICK)], [now.rows(ROWS)]), (6, 5)),
        Text(sentence(now, guess)),
    ]


def sentence(now: EdgeFlip, guess: str) -> str:
    """What is predicted for C; before any arrow is reversed, with the answer to the guess."""
    truth, predicted = _truth(), now.predicted(NODE)
    answer = "" if now.flipped else f"{GUESSED[guess == truth]} "
    return f"{answer}{decisions_on(NODE, truth, predicted)} {WITHOUT.format(**predicted)}"


def _truth() -> str:
    labels = graph().labels
    assert labels is not None
    return str(labels[graph().node_ids.index(NODE)])
