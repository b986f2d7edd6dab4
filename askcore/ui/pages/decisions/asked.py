"""The answer to the question of a sample's card, as the page Decisions computes it.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from askcore.datasets import Sample
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.pages.decisions.words import asked as asked_words


def answer(state: Decisions, sample: Sample) -> str:
    """A sentence or two, by the way that the card names."""
    how = sample.answer
    if how["by"] == "links":  # no score, so it takes no test nodes
        return _links(state, how)
    one_view = state.comparison.views.symmetric and how["by"] != "score"
    return asked_words.cannot_tell(held_out=state.split.held_out, one_view=one_view) or _WAYS[how["by"]](
        state, how
    )


def _links(state: Decisions, how: Mapping[str, str]) -> str:
    own = state.choice.self_loops is not False and not state.split.held_out
    return asked_words.links_of(how["of"], state.data, state.views, state.split.test, own=own)


def _views(state: Decisions, how: Mapping[str, str]) -> str:
    """A row of a matrix is whom a sample points to; of a graph the sidebar decides."""
    out, into = how["out"], how["in"]
    swapped = state.is_graph and state.choice.orientation == "in"
    source, target = (into, out) if swapped else (out, into)
    return asked_words.view_that_tells_more(state.comparison, source, target, state.data.sample_word)


def _direction(state: Decisions, how: Mapping[str, str]) -> str:
    return asked_words.direction_helps(state.comparison, state.baselines, state.data.sample_word)


_WAYS: dict[str, Callable[[Decisions, Mapping[str, str]], str]] = {
    "symmetric part": lambda state, how: asked_words.symmetric_part(state.comparison, state.data.sample_word),
    "views": _views,
    "direction": _direction,
    "agreement": lambda state, how: asked_words.views_differ(state.views, state.data.sample_word),
    "boundaries": lambda state, how: asked_words.boundaries_apart(
        state.views, state.regions, f"test {state.data.sample_word}"
    ),
    "score": lambda state, how: asked_words.recognised(state.comparison, state.data.sample_word),
}
