"""What stands in the open on the page Decisions: the verdict and its numbers, the pair of figures, the rivals.

UI floor.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from askcore import figures
from askcore._format import share
from askcore.experiments.decisions.comparison import best_on_training
from askcore.experiments.decisions.search import Ranked
from askcore.experiments.decisions.verdict import baseline_verdict, cautions, verdict_of
from askcore.experiments.sizes import RATE, rough
from askcore.figures import Theme
from askcore.figures.adjacency import links_drawn_as
from askcore.figures.ego import ego_network
from askcore.figures.scores import scores_dot
from askcore.ui import url_state
from askcore.ui.charts.plots import drawn, positions, show, theme
from askcore.ui.charts.shown import Drawing
from askcore.ui.controls import choose, held
from askcore.ui.guard import fragment
from askcore.ui.matrices import entry_words, links_picture, links_words
from askcore.ui.pages.decisions.asked import answer
from askcore.ui.pages.decisions.selection import chosen, class_of, in_list, named, on_click, opener
from askcore.ui.pages.decisions.state import ALL, BASELINES, Decisions
from askcore.ui.pages.decisions.words import answer as answer_words
from askcore.ui.pages.decisions.words import offers as offer_words
from askcore.ui.pages.decisions.words import settings as setting_words
from askcore.ui.pages.decisions.words import views as view_words
from askcore.ui.pieces import heading, metrics, warning
from askcore.ui.settings import asymmetric_kernel, kernel_title
from askcore.ui.text import asked
from askcore.ui.text.terms import say
from askcore.ui.text.words import DRAWABLE, decided_by, drawing, plain
from askcore.ui.url_state import assign
from askcore.ui.work import cache
from askcore.ui.work.heavy import is_served

SOON = 0.3  # seconds after which a page that stands goes on
_TRIED = "other_kernels_tried"  # in the session: for which setting
PATIENCE = 3 * RATE  # work past which the page says how long


class Head(NamedTuple):
    """Places at the top of the page: for a question, before all else, for the verdict, for bars, for all below.

    Bars have a place of their own: what stands below them would move on by one, and its numbers lose their row.
    """

    asked: DeltaGenerator | None
    first: DeltaGenerator
    verdict: DeltaGenerator
    bars: DeltaGenerator
    rest: DeltaGenerator


class Room(NamedTuple):
    """Places there for what comes later: the head, the numbers, below them."""

    head: Head
    numbers: DeltaGenerator
    below: DeltaGenerator


def draw_head(state: Decisions) -> Head:
    """The question of a sample, and places for the rest; both views are trained here, which the figures show."""
    sample = asked.sample_on(state.current, "decisions")
    question = None if sample is None else asked.draw(sample)
    head = Head(question, st.container(), st.empty(), st.container(), st.container())
    if state.work > PATIENCE:  # or the verdict from before would stay until the next one
        head.verdict.markdown(
            answer_words.deciding(len(state.split.train), rough(state.work), is_graph=state.is_graph)
        )
    with head.bars:
        _ = state.views
    return head


def draw_verdict(state: Decisions, head: Head) -> Room:
    """The finding in a sentence, accuracies tuned and at the sliders' setting, what was special about this fit.

    Comes after the first figures, which do not wait until all is tuned.
    """
    with head.bars:
        _ = state.suggestion, state.comparison
    with head.rest:
        return _verdict(state, head)


def _verdict(state: Decisions, head: Head) -> Room:
    found, views = state.comparison, state.views
    problem, things = state.training.problem, f"{state.data.sample_word}s"
    directed = state.is_graph and not problem.reads_both_ways
    of = verdict_of(found, held_out=state.split.held_out)
    with head.verdict.container():
        say(answer_words.verdict(of, things=things, directed=directed, asymmetric=problem.asymmetric_formula))
        for each in cautions(state.data, state.split, found.views):
            warning(answer_words.caution(each, things=things))
    if found.views.symmetric and not problem.asymmetric_formula:
        _two_views(state)
    _found_first(state)
    numbers, below = _numbers(state), st.container()
    begin = state.suggestion
    searched = begin is not None and held(state.adopted(begin.adopted))
    st.markdown(
        setting_words.which_setting(
            found, state.bandwidth, state.model.gamma, views.damping, searched=searched
        )
    )
    worse = answer_words.anti_learning(views, state.modes)
    tuned = () if state.training.decomposes else found.views.messages  # of products that did not converge
    messages = dict.fromkeys(map(plain, (*views.messages, *tuned)))
    for message in [*([worse] if worse else []), *messages]:
        warning(message)
    if state.split.note and state.split.held_out:
        st.markdown(state.split.note)
    return Room(head, numbers, below)


def draw_baselines(state: Decisions, room: Room) -> None:
    """The best baseline among the numbers; first of all what is better, with a kernel to try, and the answer.

    Comes after the first figures: the verdict on the kernel does not wait for it.
    """
    with room.head.bars:
        found = state.baselines
    said, best = "", None
    if found:
        best, of = best_on_training(found), baseline_verdict(state.comparison, found)
        meaning = f"Accuracy {_on(state)}, at {best.setting.in_words}. {best.method.meaning}"
        metrics(("Best baseline", share(best.accuracy), meaning, best.label), row=room.numbers)
        said = answer_words.against_baselines(of, things=f"{state.data.sample_word}s")
    with room.below:
        _slow_baselines(state)
    with room.head.first:
        if said and best is not None:
            st.markdown(said)
            tried = st.session_state.get(_TRIED) == state.surface_plan
            if state.other_kernel_waits and is_served() and not tried:
                _soon(state)
            else:
                _what_to_try(state, best.label)
        else:
            _ahead(state)
    sample = asked.sample_on(state.current, "decisions")
    if sample is not None:
        asked.draw(sample, answer(state, sample), where=room.head.asked)


def _on(state: Decisions) -> str:
    return view_words.scored_on(state.data.sample_word, held_out=state.split.held_out)


def _slow_baselines(state: Decisions) -> None:
    """The button for the baselines that were left out because they take long."""
    if not state.slow_baselines:
        return
    st.button(
        f"Try {state.slow_baselines} ({rough(state.slow_work)})",
        key="every_baseline",
        on_click=url_state.set_param,
        args=(BASELINES, ALL),
        help="A baseline that takes longer than the others. You can cancel at any time.",
    )


@partial(fragment, every=SOON)
def _soon(state: Decisions) -> None:
    """Other kernels are tried once the page stands, by another process, so that a click waits for none of it; then the
    page says what to try.

    Once: where it fails or is cancelled, the page itself goes on, and says why it cannot.
    """
    if not url_state.is_fragment_run():
        st.markdown("Trying other kernels …")
        return
    if st.session_state.get(_TRIED) != state.surface_plan:
        cache.begin(RATE)
        try:
            _ = state.other_kernel
        except Exception:  # not a click that comes meanwhile: the next run finds the process
            st.session_state[_TRIED] = state.surface_plan
            raise
        st.session_state[_TRIED] = state.surface_plan
    st.rerun()


def _what_to_try(state: Decisions, baseline: str) -> None:
    """The way out where a baseline is better, and the button that takes it."""
    other = state.other_kernel
    best = None if other is None else other.best
    if best is not None and best.merge != "mean" and held(state.adopted(best)):
        st.markdown(offer_words.followed(state.views, state.data.sample_word))
        return
    st.markdown(offer_words.what_to_try(other, baseline))
    if best is not None:
        _take(state, best)


def _ahead(state: Decisions) -> None:
    """What a quick search found to be better than the kernel that it opened with, while that is in use."""
    begin = state.suggestion
    if begin is None or begin.ahead is None or not held(state.adopted(begin.adopted)):
        return
    st.markdown(offer_words.suggested_instead(begin, begin.ahead))
    _take(state, begin.ahead)


def _take(state: Decisions, line: Ranked) -> None:
    """The button that sets all controls to a line of a ranking."""
    settings = state.adopted(line)
    said = f"Sets the kernel and all of its settings: {offer_words.offer(line)}."
    st.button(
        "Try this kernel",
        type="primary",
        key="take_other",
        on_click=assign,
        args=(settings,),
        help=said,
    )


def _two_views(state: Decisions) -> None:
    """The button that sets an asymmetric kernel, where the one in use has a single view."""
    if state.data.kind not in ("graph", "table") or state.suggestion is not None:
        return
    name = asymmetric_kernel(state.current.preset["kernel"], is_graph=state.is_graph)
    title = kernel_title(name, is_graph=state.is_graph)
    st.button(f"Use {title}", key="take_two", on_click=assign, args=({"kernel": name},))


def _found_first(state: Decisions) -> None:
    """What a quick search found for data of one's own, with the button that takes it where it is not in use."""
    begin = state.suggestion
    if begin is None:
        return
    settings = state.adopted(begin.adopted)
    row = st.container(horizontal=True, vertical_alignment="center")
    row.markdown(offer_words.opened_with(begin, in_use=held(settings)))
    if not held(settings):
        row.button("Use it", key="take_opening", on_click=assign, args=(settings,), width="content")


def _numbers(state: Decisions) -> DeltaGenerator:
    """Accuracies of the tuned methods, and under each what the sliders give; returns the row."""
    found, best = state.comparison, state.comparison.without
    tuned, mine = (
        dict(zip(views.scores["role"], views.scores["accuracy"], strict=True))
        for views in (found.views, state.views)
    )
    (source, target), on = state.readings, _on(state)
    at = f"AsK-LS tuned: {setting_words.setting(found.askls)}"
    views = [
        (label, share(tuned[role]), meaning, f"current: {share(mine[role])}")
        for label, role, meaning in (
            ("Source view f_s", "source", f"Accuracy {on}. It reads {source}. {at}."),
            ("Target view f_t", "target", f"Accuracy {on}. It reads {target}. {at}."),
            (decided_by(state.views.merge), "merged", view_words.merged_by(state.views.merge, at, on)),
        )
    ]
    meaning = f"Accuracy {on}, of {best.label} at {setting_words.setting(best)}. {best.method.meaning}"
    label = "Best without direction" if state.is_graph else "Best symmetric kernel"
    return metrics(*views, (label, share(best.accuracy), meaning, best.label))


def draw_pair(state: Decisions) -> int:
    """Where the views agree, and what lies behind; returns the class that was chosen, which all below is about."""
    left, right = st.columns(2)
    with left:
        j = draw_agreement(state)
    with right:
        draw_data(state)
    return j


def draw_agreement(state: Decisions) -> int:
    """f_s against f_t for one class, which is returned."""
    heading("Where the two views disagree")
    st.markdown(answer_words.agreement(state.views, state.data.sample_word))
    classes = state.views.classes
    j = class_of(classes, "Class", "view", default=0 if len(classes) > 2 else 1, linked=True)
    name, key = state.views.classes[j], state.current.key("agreement")
    show(
        scatter(state, j, theme()),
        key=key,
        alt=f"Source view against target view for class {name}",
        samples=state.split.test,
        on_sample=opener(state),
    )
    st.caption(
        view_words.scatter_caption(
            state.views,
            state.split,
            classes[j],
            state.readings,
            is_graph=state.is_graph,
            why=state.training.problem.why_readings_differ,
        )
    )
    return j


def scatter(state: Decisions, j: int, theme: Theme) -> Drawing:
    """f_s against f_t of the scored samples for class number j."""
    views = state.views
    return drawn(
        figures.views_scatter,
        views.f_source[:, j],
        views.f_target[:, j],
        views.truth,
        names=[state.names[i] for i in state.split.test],
        positive=views.classes[j],
        classes=views.classes,
        disagree=views.disagree,
        theme=theme,
    )


def draw_data(state: Decisions) -> None:
    """The graph, the samples or the matrix behind the decisions."""
    if state.data.kind == "graph":
        _graph_behind(state)
    elif state.data.kind == "table":
        _samples_behind(state)
    else:
        heading("The matrix")
        _kernel_matrix(state)


@fragment
def _graph_behind(state: Decisions) -> None:
    heading("The graph")
    ways = {
        "Matrix by class": _adjacency,
        "Graph": _drawn_graph,
        "Ego network": _ego_network,
    }
    names = list(ways)
    if state.data.n_nodes <= DRAWABLE:
        names = ["Graph", "Matrix by class", "Ego network"]
    ways[choose("Picture", names, state.current.control("drawn"))](state)


def _adjacency(state: Decisions) -> None:
    way_round = state.choice.orientation
    picture = links_picture(state.data, way_round, theme())
    key = state.current.key("matrix")
    row = 1 if way_round == "in" else 0  # a dot carries both ends of its link
    show(
        picture,
        key=key,
        alt="The adjacency matrix, nodes ordered by class",
        on_point=on_click(state, key, at=row),
    )
    dots = links_drawn_as(state.data.adjacency) == "dots"
    click = " Click a dot to choose the node u of its row." if dots else ""
    st.caption(
        f"{links_words(state.data, way_round)} Where a block differs from its mirror image across the diagonal, (K + "
        f"Kᵀ)/2 loses information.{click}"
    )


def _drawn_graph(state: Decisions) -> None:
    data, split, views = state.data, state.split, state.views
    trained = np.zeros(data.n_nodes, dtype=bool)
    trained[split.train] = split.held_out
    # Predictions at their samples, labels at the training samples, None where there is neither.
    predicted = np.full(data.n_nodes, None, dtype=object)
    predicted[split.train] = state.labels[split.train]
    predicted[split.test] = views.predicted["merged"]
    picture = drawn(
        figures.directed_graph,
        data.adjacency,
        positions(data),
        classes_of_nodes=data.labels,
        names=data.node_ids,
        predicted=predicted,
        train_mask=trained,
        focus=named(state),
        read_by=view_words.read_by(state.choice),
        classes=views.classes,
        theme=theme(),
    )
    key = state.current.key("graph")
    show(
        picture,
        key=key,
        alt="The graph, nodes coloured by the merged decision",
        samples=np.arange(data.n_nodes),
        on_sample=opener(state),
    )
    meaning = "Colour and symbol: the class of the merged decision; for training nodes, their label."
    st.caption(f"{drawing(data, meaning)} Click a node to choose it.")


def _ego_network(state: Decisions) -> None:
    data = state.data
    found = in_list(state, "Node", "ego")
    node = chosen(state) if found is None else found
    picture = drawn(
        ego_network,
        data.adjacency,
        node,
        read_by=view_words.read_by(state.choice),
        classes_of_nodes=data.labels,
        names=data.node_ids,
        theme=theme(),
    )
    key = state.current.key("ego_figure")
    show(
        picture,
        key=key,
        alt=f"Neighbours of {data.node_ids[node]}",
        samples=np.arange(data.n_nodes),
        on_sample=opener(state),
    )
    st.caption(
        "Left: who points to the node. Right: whom it points to. Each view reads one side. Click a neighbour to "
        "choose it."
    )


@fragment
def _samples_behind(state: Decisions) -> None:
    heading("The samples")
    if choose("Picture", ["Samples", "Kernel matrix"], state.current.control("drawn")) == "Kernel matrix":
        _kernel_matrix(state)
        return
    scored = state.split.test
    figure = drawn(
        figures.table_scatter,
        state.data.X[scored],
        state.views.predicted["merged"],
        state.data.feature_names,
        names=[state.names[i] for i in scored],
        classes=state.views.classes,
        theme=theme(),
    )
    key = state.current.key("samples")
    show(
        figure,
        key=key,
        alt="The scored samples, coloured by the merged decision",
        samples=scored,
        on_sample=opener(state),
    )
    st.caption(
        "The first two features of the scored samples. Colour and symbol: the predicted class. Click a point to "
        "choose its sample."
    )


def _kernel_matrix(state: Decisions) -> None:
    picture = state.kernel_picture(theme())
    show(picture, key="kernel_matrix", alt="The kernel matrix of the training samples, ordered by class")
    measured = "" if state.current.bags is None else " u and v are bags."
    st.caption(
        f"{entry_words(state.training.problem)}{measured} Training samples, ordered by class. "
        "Where the picture differs from its mirror image across the diagonal, the kernel is asymmetric."
    )


def draw_rivals(state: Decisions) -> None:
    """Scores of the tuned methods, and of the three decisions at the sliders' setting."""
    found, views = state.comparison, state.views
    rows = [("AsK-LS, tuned", "merged", found.askls.accuracy, found.askls.scores["macro_f1"])]
    rows += [
        (f"{each.label}, tuned", "symmetric", each.accuracy, each.scores["macro_f1"])
        for each in (*found.others, *state.baselines)
    ]
    titles = {"source": "Source view", "target": "Target view", "merged": "Merged"}
    rows += [
        (f"{titles[s['role']]}, your setting", s["role"], s["accuracy"], s["macro_f1"])
        for s in views.scores.to_dict("records")
    ]
    table = pd.DataFrame(rows, columns=["method", "role", "accuracy", "macro_f1"])
    figure = drawn(
        scores_dot,
        table["method"],
        table["accuracy"],
        roles=table["role"],
        macro_f1=table["macro_f1"],
        chance=views.chance,
        theme=theme(),
    )
    show(figure, key="scores", alt="Accuracy and macro F1 of each method")
    st.markdown(view_words.small_differences(found))
    st.caption(
        f"{view_words.side_by_side(_on(state))} {setting_words.tuned_how(found, state.slow_baselines)}"
    )
