"""The public sets: the stacked protocol of He et al. 2022, table III, and landmarks on spambase."""

import os
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from askcore import AsKLSClassifier
from askcore.kernels import GraphKernel

pytestmark = [
    pytest.mark.long,
    pytest.mark.full_data,
    pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder"),
]

# Micro F1 as printed, and over how many splits it is compared here.
PUBLISHED = {
    "cora": (0.753, 5),
    "citeseer": (0.605, 5),
    "pubmed": (0.719, 3),
    "amazon_photo": (0.885, 3),
    "amazon_computers": (0.868, 3),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_table_iii(name):
    """gamma = 1 and, as the authors' code does though the paper is silent, damping 1; K = D^-1 (A + I).

    More than printed is allowed: the rule for ties and the regression's solver are not in the paper.
    """
    with np.load(Path(os.environ["ASKCORE_DATA"]) / "graphs" / f"{name}.npz", allow_pickle=False) as stored:
        edges, labels = stored["edges"], stored["labels"]
    adjacency = sp.csr_array((np.ones(len(edges)), edges.T), shape=2 * [len(labels)])
    published, splits = PUBLISHED[name]
    scores = []
    for seed in range(splits):
        train, test = train_test_split(
            np.arange(len(labels)), train_size=0.6, stratify=labels, random_state=seed
        )
        model = AsKLSClassifier(
            GraphKernel(adjacency), gamma=1.0, damping=1.0, merge="stack", cv=10, random_state=seed
        )
        scores.append(model.fit(train, labels[train]).score(test, labels[test]))  # micro F1 is accuracy here
    assert np.mean(scores) >= published - 0.02, f"{np.mean(scores):.4f} +- {np.std(scores):.4f}"


@pytest.fixture(scope="module")
def spambase():
    rows = np.loadtxt(Path(os.environ["ASKCORE_DATA"]) / "uci" / "spambase.csv", delimiter=",", skiprows=1)
    X, y = rows[:, :-1], rows[:, -1].astype(int)
    X, new, y, truth = train_test_split(X, y, train_size=0.6, stratify=y, random_state=0)
    scaler = StandardScaler().fit(X)
    return scaler.transform(X), y, scaler.transform(new), truth


# sigma and gamma of a coarse search; with 300 landmarks four draws scored .916 to .921, all rows .921.
SPAM = {"kernel": "sne", "kernel_params": {"sigma": 8.0}, "gamma": 1e4, "damping": 1e-6}


def test_all_rows_of_spambase_as_landmarks_are_exact(spambase):
    X, y, new, _ = spambase
    exact = AsKLSClassifier(**SPAM).fit(X[:600], y[:600])
    fixed = AsKLSClassifier(n_landmarks=600, random_state=0, **SPAM).fit(X[:600], y[:600])
    for one, two in zip(fixed.decision_views(new), exact.decision_views(new), strict=True):
        np.testing.assert_allclose(one, two, atol=1e-6)


def test_300_landmarks_lose_little_on_spambase(spambase):
    X, y, new, truth = spambase
    exact = AsKLSClassifier(**SPAM).fit(X, y).score(new, truth)
    fixed = np.mean(
        [
            AsKLSClassifier(n_landmarks=300, random_state=seed, **SPAM).fit(X, y).score(new, truth)
            for seed in range(3)
        ]
    )
    assert exact > 0.9
    assert fixed > exact - 0.01
