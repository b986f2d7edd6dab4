"""What the page Decisions says and shows at one setting, read from its blocks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import plotly.graph_objects as go
import pytest
from sklearn.datasets import make_gaussian_quantiles

from askcore.datasets import GraphData, MatrixData, TableData, describe_sample, load_sample
from askcore.experiments import KernelChoice, find_kernel, suggest
from askcore.experiments.decisions.verdict import Caution, Doubt, Outcome, RareClass, Verdict
from askcore.experiments.decisions.views import damped_solutions
from askcore.ui.blocks import Action, Figure, Metric, Text, figures, texts, walk
from askcore.ui.choices import ModelChoice
from askcore.ui.data.dataset import UPLOAD, Active
from askcore.ui.pages.decisions import page, results, tabs
from askcore.ui.pages.decisions.exports import predictions_table
from askcore.ui.pages.decisions.results import Decisions
from askcore.ui.sharing.figure_data import values_of

TUNED = {"gamma": 10.0, "damping": 0.01}


def sample(name: str, choice: KernelChoice, **model) -> Decisions:
    card = describe_sample(name)
    current = Active(name, card.title, load_sample(name), card.preset, "", "")
    return Decisions(current, choice, model_choice(**model))


def own(data, choice: KernelChoice, **model) -> Decisions:
    preset = {"kernel": choice.name, "kernel_params": {}}
    return Decisions(Active(UPLOAD, "mine.csv", data, preset, "", ""), choice, model_choice(**model))


def model_choice(gamma=10.0, damping=0.01, train_size=0.6, seed=0, **more) -> ModelChoice:
    return ModelChoice(gamma, damping, train_size, seed, **more)


@cache
def circle() -> Decisions:
    return sample("cyclic_communities", KernelChoice("adjacency", orientation="out"))


def first_words(blocks) -> list[str]:
    """All that stands before the first figure."""
    said = []
    for block in walk(blocks):
        if isinstance(block, Figure):
            return said
        said += [
            getattr(block, name)
            for name in ("markdown", "label", "value")
            if isinstance(getattr(block, name, 0), str)
        ]
    raise AssertionError("no figure")


def actions(blocks) -> dict[str, Action]:
    return {block.label: block for block in walk(blocks) if isinstance(block, Action)}


# outcomes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("words", [page.OF_GRAPHS, page.OF_OTHERS])
def test_every_outcome_has_a_sentence_and_its_numbers(outcome, words):
    of = Verdict(outcome, 0.74, 0.9, "Katz", 0.8, "forest", True, 0.33, (-0.2, 0.1), False, 160, None)
    said = {**vars(of), **words, "things": "test nodes", "kernel": "SNE", **page._shares(of)}
    sentence = page.SENTENCES[outcome].format(**said)
    assert sentence.startswith("**")
    assert sentence.endswith(".")
    assert len(sentence.split()) <= 25
    assert "**74%**" in page.NUMBERS.get(outcome, page.ACCURACIES).format(**said)


@pytest.mark.parametrize(
    ("outcome", "without", "baseline", "may_be_chance"),
    [
        (Outcome.DIRECTION_HELPS, 0.5, 0.8, True),
        (Outcome.CANNOT_TELL, 0.75, 0.74, False),  # not ahead
        (Outcome.CANNOT_TELL, 0.9, 0.8, False),  # behind a method that ignores direction
        (Outcome.BASELINE_AHEAD, 0.5, 0.8, False),
    ],
)
def test_a_baseline_that_leads_but_is_not_the_verdict_is_said_to_lead_by_chance(
    outcome, without, baseline, may_be_chance
):
    of = Verdict(outcome, 0.74, without, "Katz", baseline, "forest", True, 0.33, (0.1, 0.2), True, 160, None)
    assert (page.LEAD in page._shares(of)["others"]) is may_be_chance


@pytest.mark.parametrize("doubt", Doubt)
def test_every_doubt_has_a_sentence_and_a_way_on(doubt):
    said = page.caution(Caution(doubt, "a_b", 28, 40))
    assert "28" in said or "a\\_b" in said
    assert "upload" in said


def test_a_circle_of_classes_direction_helps():
    state = circle()
    assert state.verdict.outcome is Outcome.DIRECTION_HELPS
    said, numbers = page.verdict(state)
    assert said == (
        f"**Direction helps here:** {state.verdict.askls:.0%} with Adjacency (links out), 34% without direction."
    )
    accuracy = state.views.scores["accuracy"].iloc[2]
    assert numbers.startswith(
        f"Accuracy: AsK-LS **{accuracy:.0%}** · best without direction **34%** (Mean without arrows) · direction gains "
    )
    assert numbers.endswith("120 test nodes · guessing 33%")


def test_one_setting_all_numbers_are_those_of_the_sidebar():
    state = replace(circle(), model=model_choice(gamma=0.01))
    shown = [block.value for block in page.decisions(state) if isinstance(block, Metric)]
    accuracy = state.views.scores["accuracy"]
    assert shown == [f"{100 * value:.1f}%" for value in accuracy]
    assert f"AsK-LS **{accuracy.iloc[2]:.0%}**" in page.verdict(state)[1]
    (say, use) = page.tuned(state)[0].parts
    assert say.markdown == f"Tuned: **{state.comparison.askls.accuracy:.0%}**."
    assert use.sets == state.tuned


def test_few_words_stand_before_the_figures():
    data = TableData(*make_gaussian_quantiles(n_samples=300, n_features=10, n_classes=2, random_state=0))
    for state in (circle(), own(data, KernelChoice("sne", standardise=True))):
        words = " ".join(first_words(page.decisions(state))).split()
        assert len(words) <= 120, words
        numbers = sum(any(letter.isdigit() for letter in word) for word in words)
        assert numbers <= 15, words


def test_a_baseline_that_is_better_is_the_verdict_and_leads_to_the_search():
    """Each class is a path of its own in the plane, which AsK-LS smooths over with so small a γ."""
    angle = np.linspace(0.2, 9.0, 150)
    spiral = np.column_stack([angle * np.cos(angle), angle * np.sin(angle)])
    data = TableData(np.concatenate([spiral, -spiral]), ["a"] * 150 + ["b"] * 150)
    state = own(data, KernelChoice("t", standardise=True), gamma=0.01)
    assert state.verdict.outcome is Outcome.BASELINE_AHEAD, state.verdict
    assert page.verdict(state)[0].startswith("**A baseline is better here:**")
    assert actions(page.way_on(state))["Find a better kernel"].sets == {page.OPEN: page.FIND}


def test_a_symmetric_kernel_has_no_figure_of_two_views_and_leads_to_a_directed_one():
    state = sample("cyclic_communities", KernelChoice("adjacency", orientation="both", normalize=False))
    blocks = page.decisions(state)
    assert isinstance(blocks[0], Text)
    assert blocks[0].markdown.startswith("**No direction to use here:**")
    assert not [block for block in blocks if isinstance(block, Metric)]
    assert figures(blocks)[0].key == "first_confusion_merged"
    iris = sample("iris", KernelChoice("rbf", standardise=True))
    assert actions(page.way_on(iris))["Compare with a directed kernel"].sets == {"kernel": "sne"}


def test_a_fit_is_no_prediction_and_leads_to_test_samples():
    state = replace(circle(), model=model_choice(train_size=1.0))
    said, numbers = page.verdict(state)
    assert said == (
        "**No answer yet:** all 300 labelled nodes were used for training, so the accuracy measures a "
        "fit, not a prediction."
    )
    assert "training labels" in numbers
    assert actions(page.decisions(state))["Keep 40% for testing"].sets == {"train": 0.6}


def followed(seed=3, n=120):
    """Labels that follow links whichever way they point."""
    rng = np.random.default_rng(seed)
    where = np.repeat([0, 1], n // 2)
    A = (rng.random((n, n)) < np.where(where[:, None] == where, 0.08, 0.02)).astype(float)
    np.fill_diagonal(A, 0.0)
    return GraphData(A, [f"person {i}" for i in range(n)], np.array(["a", "b"])[where])


def test_where_the_best_kernel_ignores_direction_it_is_named_and_offered():
    data = followed()
    state = own(data, KernelChoice("adjacency", orientation="out"))
    begin = suggest(data, state.split)
    state = own(
        data, begin.adopted.choice, gamma=begin.adopted.gamma, damping=begin.adopted.damping or "auto"
    )
    assert state.verdict.outcome in (Outcome.WITHOUT_AHEAD, Outcome.WITHOUT_AS_GOOD, Outcome.CANNOT_TELL)
    assert state.verdict.without_label == begin.undirected.label
    for outcome in (Outcome.WITHOUT_AHEAD, Outcome.WITHOUT_AS_GOOD):
        state.__dict__["verdict"] = replace(state.verdict, outcome=outcome)
        (use,) = page.way_on(state)
        assert use.label == f"Use {begin.undirected.label}"
        assert use.sets["orientation"] == begin.undirected.choice.orientation


def test_a_rare_class_that_is_missed_is_counted_with_a_way_to_balance():
    rng = np.random.default_rng(0)
    y = np.array(["stays"] * 270 + ["churned"] * 30)
    X = rng.normal(size=(300, 4)) + 0.9 * (y == "churned")[:, None]
    state = own(TableData(X, y), KernelChoice("sne", standardise=True), gamma=1.0)
    rare = state.verdict.rare
    assert rare == RareClass("churned", rare.found, 12)
    said, button = page.rare(state)[0].parts
    assert said.markdown == f"AsK-LS finds {rare.found} of 12 test samples of the class “churned”."
    balanced = replace(state, model=replace(state.model, class_weight="balanced"))
    assert button.sets == {"weights": "balanced"}
    assert tabs.recalls(balanced)["found"][0] > tabs.recalls(state)["found"][0]


@pytest.mark.parametrize(
    "data",
    [
        TableData(np.random.default_rng(0).normal(size=(6, 3)), ["a", "b"] * 3),
        TableData(np.random.default_rng(0).normal(size=(400, 3)), [f"{i % 200}" for i in range(400)]),
        TableData(np.ones((40, 3)), ["a", "b"] * 20),
        GraphData(np.zeros((30, 30)), [str(i) for i in range(30)], ["a", "b"] * 15),
        GraphData(followed().adjacency, [str(i) for i in range(120)], ["a", "b", ""] * 40),
        MatrixData(np.random.default_rng(0).normal(size=(40, 40)), ["a", "b"] * 20),
    ],
    ids=["two samples a class", "200 classes", "constant features", "no links", "unlabelled", "a matrix"],
)
def test_scarce_data_have_an_outcome(data):
    names = {"graph": "adjacency", "table": "sne", "matrix": "precomputed"}
    state = own(data, KernelChoice(names[data.kind], standardise=data.kind == "table"))
    blocks = page.decisions(state)
    assert blocks[0].role == "verdict"
    assert figures(blocks)


# figures and tabs -----------------------------------------------------------------------------------------------------


def test_views_disagree_where_they_predict_different_classes():
    """Rings, names, the sentence and the download count the same samples, whatever class is looked at."""
    state = circle()
    table = predictions_table(state.views, [state.names[i] for i in state.split.test])
    views = [table[[f"{f}[{name}]" for name in state.views.classes]].to_numpy() for f in ("f_s", "f_t")]
    apart = views[0].argmax(axis=1) != views[1].argmax(axis=1)
    signs = (views[0] > 0) != (views[1] > 0)
    assert 0 < apart.sum() < len(apart)
    assert all((signs[:, j] != apart).any() for j in range(3))  # of one class: another thing
    names = {state.names[i] for i in state.split.test[apart]}
    for j in range(3):
        figure = go.Figure(page.scatter(state, j).draw(theme="light"))
        (rings,) = [trace for trace in figure.data if trace.name == "views disagree"]
        assert values_of(rings.customdata) == np.flatnonzero(apart).tolist()
        named = {note.text for note in figure.layout.annotations} & {*state.names}
        assert named
        assert named <= names
    assert table["views_disagree"].tolist() == apart.tolist()
    caption = figures([page.agreement(state)])[0].caption
    count = f"**{apart.sum()} of {len(apart)}** test nodes"
    assert caption.startswith(f"The two views predict different classes for {count}, which have a ring.")


def test_one_sample_is_the_first_on_which_the_views_disagree():
    state = circle()
    assert state.sample == state.split.test[np.flatnonzero(state.views.disagree)[0]]
    said = texts(tabs.one_sample(state))
    assert said[0].startswith(f"**{state.names[state.sample]}** belongs to “")
    assert [figure.key for figure in figures(tabs.one_sample(state))] == [
        "pulls_source",
        "pulls_target",
        "pulls_ego",
    ]


def test_errors_count_each_class_and_name_who_is_apart():
    state = circle()
    table = tabs.recalls(state)
    truth, predicted = state.views.truth, state.views.predicted["merged"]
    for row in table.to_dict("records"):
        here = truth == row["class"]
        assert row["test nodes"] == here.sum()
        assert row["found"] == (here & (predicted == row["class"])).sum()
    blocks = tabs.errors(state)
    assert [figure.key for figure in figures(blocks)] == ["confusion_merged"]
    is_open = lambda key, title: True  # noqa: E731
    assert len(figures(blocks, is_open=is_open)) == 3
    listed = blocks[-1].frame
    assert len(listed) == state.views.disagree.sum()


def test_methods_show_your_setting_and_all_others_tuned():
    state = circle()
    (figure, *_) = figures(tabs.methods(state))
    drawn = go.Figure(figure.draw(theme="light")).data[0]
    others = [each.label for each in (*state.comparison.others, *state.baselines)]
    assert [*drawn.text][:3] == ["Source view", "Target view", "Merged decision"]
    assert [name[:30] for name in drawn.text[3:]] == [label[:30] for label in others]
    folded = [figure.key for figure in figures(tabs.tuning(state))]
    assert folded == ["modes"]  # the curve is computed where it is asked for


def test_what_a_search_found_is_told_with_the_test_samples():
    data = followed()
    found = find_kernel(data, quick=True).run()
    said = tabs.found_said(found, "nodes", 0.5)
    assert said.startswith(f"The best kernel is **{found.best.label}** (")
    assert f"**{found.score:.0%}** on {found.n_test} test nodes" in said
    without = find_kernel(data, quick=True, held_out=False).run()
    assert "cross-validated accuracy" in tabs.found_said(without, "nodes", 0.5)


@pytest.mark.parametrize("tab", ["Methods", page.ERRORS])
def test_a_figure_that_stands_twice_has_two_keys(tab):
    """A symmetric kernel has its confusion matrix in the first view, and in the tab of errors."""
    content = page.decisions(sample("iris", KernelChoice("rbf"), **TUNED))
    keys = [each.key for each in walk(content, lambda key, title: title == tab) if isinstance(each, Figure)]
    assert len(keys) == len(set(keys)) > 2


def test_past_the_decomposition_gamma_moves_without_another_training(monkeypatch):
    def at(gamma: float):
        return sample("iris", KernelChoice("sne"), gamma=gamma).views

    exact = {gamma: at(gamma) for gamma in (1.0, 10.0)}
    trained: list[object] = []
    monkeypatch.setattr(results, "PATH_LIMIT", 10)
    monkeypatch.setattr(results, "damped_solutions", lambda *of: trained.append(of) or damped_solutions(*of))
    for gamma, views in exact.items():
        found = at(gamma)
        assert found.solver == "iterative"
        np.testing.assert_allclose(found.f_source, views.f_source, atol=1e-8)
    assert len(trained) == 1


def test_a_larger_gamma_gets_a_basis_of_its_own_where_the_last_one_ends(monkeypatch):
    """At a small damping a basis serves some gammas alone, and no basis may serve large ones."""
    asked: list[float] = []

    def made(problem, split, damping, largest):
        asked.append(largest)
        served = SimpleNamespace(largest=largest, serves=lambda gamma: gamma <= largest)
        return served if largest < 20 else None

    monkeypatch.setattr(results, "damped_solutions", made)
    training = sample("iris", KernelChoice("sne"), gamma=0.5).training
    served = [results._serving(training, gamma, 1e-4) for gamma in (1.0, 0.5, 2.0, 3.0, 15.0, 25.0, 30.0)]
    assert [found and found.largest for found in served] == [1.0, 1.0, 3.2, 3.2, 15.0, None, None]
    assert asked == [1.0, 3.2, 24.0, 15.0]
