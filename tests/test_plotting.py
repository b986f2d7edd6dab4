"""Data, results and fitted models draw themselves: the figures of the pages, looked up when they are asked for."""

from __future__ import annotations

import inspect

import numpy as np
import plotly.graph_objects as go
import pytest
from sklearn.exceptions import NotFittedError

import askcore
from askcore import datasets, experiments, figures, plotting
from askcore.diagnostics.spectrum import spectrum_summary

GRAPH = datasets.load_sample("cyclic_communities")
KERNEL = askcore.kernels.GraphKernel(GRAPH.adjacency)
NODES = np.arange(GRAPH.n_nodes)


@pytest.fixture(scope="module")
def model():
    return askcore.AsKLSClassifier(KERNEL, gamma=10, damping=0.1).fit(NODES, GRAPH.labels)


def test_only_the_four_estimators_have_a_method_plot():
    drawn = {kind for kind in plotting.drawn.registry if "plot" in dir(kind)}
    assert drawn == {askcore.AsKLSClassifier, askcore.LSSVMClassifier, askcore.KSVD, askcore.KernelPCA}
    with pytest.raises(TypeError, match="no figure of int"):
        askcore.plot(3)


@pytest.mark.parametrize(
    "name", ["teaching_graph", "cyclic_communities", "iris", "attention", "digit_strokes"]
)
def test_data_give_an_ordinary_figure(name):
    figure = askcore.plot(datasets.load_sample(name))
    assert type(figure) is go.Figure
    assert figure.data
    figure.update_layout(title="mine", height=300)  # checked by plotly, as every ordinary figure
    with pytest.raises(ValueError, match="nothing"):
        figure.update_layout(nothing=1)


def test_a_graph_is_drawn_either_way():
    small = datasets.load_sample("teaching_graph")
    assert askcore.plot(small) == askcore.plot(small, way="graph") != askcore.plot(small, way="matrix")
    assert askcore.plot(GRAPH) == askcore.plot(GRAPH, way="matrix")
    places = figures.layout(small.adjacency, labels=small.labels)
    assert (
        askcore.plot(small, positions=places)
        == askcore.plot(small)
        != askcore.plot(small, positions=places[::-1])
    )
    with pytest.raises(ValueError, match="way must be 'auto', 'graph' or 'matrix', got 'tree'"):
        askcore.plot(GRAPH, way="tree")


def test_columns_of_a_table_by_name_or_number():
    iris = datasets.load_sample("iris")
    figure = askcore.plot(iris, columns=iris.feature_names[2:])
    assert figure == askcore.plot(iris, columns=(2, 3))
    assert figure.layout.xaxis.title.text == iris.feature_names[2]
    one = datasets.TableData(iris.X[:, :1], iris.y, iris.feature_names[:1])
    assert np.isclose(askcore.plot(one).data[0].y[0], iris.X[0, 0])


@pytest.mark.parametrize("columns", [("sepal", 0), (0, 7), (-1, 0), (1,), (0, 1, 2)])
def test_columns_that_a_table_does_not_have_are_refused(columns):
    with pytest.raises(ValueError, match="columns must be two numbers from 0 to 3, or names such as 'sepal"):
        askcore.plot(datasets.load_sample("iris"), columns=columns)


@pytest.mark.parametrize("model", [askcore.KSVD(), askcore.KernelPCA()])
def test_a_model_that_is_not_fitted_says_so(model):
    with pytest.raises(NotFittedError, match="not fitted yet"):
        model.plot()


def test_what_a_figure_leaves_out_is_its_title():
    values = askcore.KSVD("linear", n_components=4, center=False).fit(np.diag([4.0, 2.0, 1.0, 0.0, 0.0]))
    assert "zero" in askcore.plot(values, logarithmic=True).layout.title.text
    assert askcore.plot(values).layout.title.text is None


def test_both_views_of_given_samples(model):
    f_s, f_t = model.decision_views(NODES[:50])
    figure = model.plot(NODES[:50], GRAPH.labels[:50], of=model.classes_[2], names=GRAPH.node_ids[:50])
    at = {int(p): (x, y) for t in figure.data for p, x, y in zip(t.customdata, t.x, t.y, strict=True)}
    assert len(at) == 50
    found = np.array([at[i] for i in range(50)])
    np.testing.assert_allclose(found, np.column_stack([f_s[:, 2], f_t[:, 2]]), rtol=1e-6)
    assert {t.name for t in model.plot(NODES).data} == set(map(str, model.predict(NODES)))
    with pytest.raises(ValueError, match="of must be one of the classes A, B, C, got 'D'"):
        model.plot(NODES, of="D")


def test_decisions_on_test_samples_and_on_new_ones(model):
    problem = experiments.Problem(GRAPH, experiments.KernelChoice("adjacency"))
    split = experiments.holdout_split(problem.labels)
    views = experiments.decide_views(problem, split, gamma=10.0, damping=0.1)
    assert sum(len(t.x) for t in askcore.plot(views).data if t.name != "views disagree") == len(split.test)
    applied = experiments.apply_model(model, NODES[:9], GRAPH.node_ids[:9])
    assert sum(len(t.x) for t in askcore.plot(applied).data if t.name != "views disagree") == 9
    alone = experiments.apply_model(model, NODES[:9], GRAPH.node_ids[:9], source_only=True)
    with pytest.raises(ValueError, match="Only the source view is known"):
        askcore.plot(alone)


def test_spectra_of_a_matrix():
    K = KERNEL(NODES[:80], NODES[:80]).toarray()
    found = askcore.asymmetry(K)
    parts = figures.parts_spectrum(found.symmetric_eigenvalues, found.skew_moduli).figure
    assert askcore.plot(found) == go.Figure(parts)
    assert [t.name for t in askcore.plot(askcore.asymmetry(K[:, :30])).data] == ["singular values"]
    with pytest.raises(ValueError, match=r"past the limit.*asymmetry\(K, limit"):
        askcore.plot(askcore.asymmetry(K, limit=10))
    s = np.linalg.svd(K, compute_uv=False)
    summary = spectrum_summary(s[:5], K.shape, norm=np.linalg.norm(K))
    for drawn in (askcore.solvers.truncated_svd(K, 5), summary):
        np.testing.assert_allclose(askcore.plot(drawn).data[0].y, s[:5])
    pca = askcore.KernelPCA("rbf", n_components=3).fit(datasets.load_sample("iris").X)
    assert sum(len(t.y) for t in pca.plot().data) == 3


def test_accuracy_along_gamma():
    path = askcore.gamma_path(KERNEL(NODES, NODES), GRAPH.labels, np.logspace(-2, 2, 5), damping=0.1)
    by_name = {t.name: t for t in askcore.plot(path, theme="dark").data}
    np.testing.assert_allclose(by_name["merged"].y, path.loo_score)


def test_a_race_and_a_comparison():
    race = experiments.solver_race(
        GRAPH, n_components=3, samples=[5, 20], solvers=["structured", "nystroem"]
    ).run()
    (line,) = askcore.plot(race).data
    assert (line.name, list(line.x)) == ("sampled", [5, 20])
    assert {t.name for t in askcore.plot(race, quantity="seconds").data} == {"sampled", "exact, structured"}
    with pytest.raises(
        ValueError, match="quantity must be one of 'subspace_error', 'eta', 'seconds', got 'time'"
    ):
        askcore.plot(race, quantity="time")
    two = experiments.compare(
        GRAPH, KERNEL, methods=["askls", "largest"], n_splits=2, inner_folds=2, null=False
    )
    assert "AsK-LS" in [t.name for t in askcore.plot(two.run()).data]


def test_plot_documents_every_option():
    documented = inspect.getdoc(askcore.plot)
    options = {
        name
        for kind, draw in plotting.drawn.registry.items()
        for name, one in inspect.signature(
            draw if draw.__name__ != "_estimator" else kind.plot
        ).parameters.items()
        if kind is not object and one.kind is one.KEYWORD_ONLY
    }
    assert sorted(name for name in options if f"``{name}``" not in documented) == []


def test_a_symmetric_classifier_draws_its_confusion():
    X = np.array([[0.0], [0.1], [2.0], [2.2]])
    y = np.array(["no", "yes", "yes", "yes"])
    model = askcore.LSSVMClassifier("rbf", gamma=1e3).fit(X, ["no", "no", "yes", "yes"])
    counts = [text.text for text in askcore.plot(model, X, y).layout.annotations]
    assert counts == ["1", "0", "1", "2"]


def test_reprs_are_short_without_arrays():
    graph = datasets.load_sample("library_calls")
    path = askcore.gamma_path(KERNEL(NODES, NODES), GRAPH.labels, np.logspace(-2, 2, 5), damping=0.1)
    papers = askcore.papers
    table = papers.recorded(papers.protocol("III"), papers.measured(), datasets=["cora"])
    for found in (graph, askcore.asymmetry(np.tri(60)), path, table):
        assert len(repr(found)) < 800
        assert "array(" not in repr(found)


def test_a_method_that_left_says_what_to_call():
    with pytest.raises(
        AttributeError, match=r"'GraphData' object has no attribute 'plot'; call askcore.plot\(data\)"
    ):
        GRAPH.plot()
    with pytest.raises(AttributeError, match=r"no attribute 'nonsense'$"):
        _ = askcore.asymmetry(np.eye(3)).nonsense
