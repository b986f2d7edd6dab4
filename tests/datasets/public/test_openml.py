"""Tables through scikit-learn's fetch_openml, from a server that answers like OpenML."""

from __future__ import annotations

import hashlib
import json
import socket
from dataclasses import replace
from types import SimpleNamespace

import pytest
from sklearn.datasets import _openml as sk

from askcore.datasets import DataError, describe_public, fetch, is_at_hand
from askcore.datasets.public import registry, tables
from askcore.datasets.public.content import digest_of
from tests.datasets.public.conftest import TABLE, File, public

DATA = "data/v1/download/53"
ARFF = b"""@relation toy
@attribute name {a,b,c,d}
@attribute u numeric
@attribute v {0.1,-3,0.001}
@attribute Class {no,yes}
@data
a,4,0.001,yes
b,1,0.1,yes
c,2,-3,no
d,1,0.1,yes
"""


def described(server, arff, **more):
    info = {
        "id": "53", "name": "toy", "version": "1", "format": "ARFF", "status": "active", "description": "",
        "url": server.url(DATA), "file_id": "53", "md5_checksum": hashlib.md5(arff).hexdigest(), **more,
    }  # fmt: skip
    kinds = {"name": "nominal", "u": "numeric", "v": "nominal", "Class": "nominal"}
    features = [
        {
            "index": str(k), "name": name, "data_type": kind, "is_target": str(name == "Class").lower(),
            "is_ignore": "false", "is_row_identifier": "false", "number_of_missing_values": "0",
        }
        for k, (name, kind) in enumerate(kinds.items())
    ]  # fmt: skip
    return {
        "info/53": {"data_set_description": info},
        "features/53": {"data_features": {"feature": features}},
        "qualities/53": {"data_qualities": {"quality": [{"name": "NumberOfInstances", "value": "4.0"}]}},
    }


@pytest.fixture
def openml(server, monkeypatch):
    beside = hasattr(sk, "_OPENML_PREFIX")  # scikit-learn 1.6: paths, and the server apart
    if beside:
        monkeypatch.setattr(sk, "_OPENML_PREFIX", server.url(""))
    for what in ("INFO", "FEATURES", "QUALITIES"):
        path = what.lower() + "/{}"
        monkeypatch.setattr(sk, f"_DATA_{what}", path if beside else server.url(path))
    monkeypatch.setattr(sk, "time", SimpleNamespace(sleep=lambda seconds: None))
    details = {"data_id": 53, "codes": [{"no": 0, "yes": 1}], "drop": ["NAME"]}
    card = public(
        "toy", "table", "https://www.openml.org/d/53", digest_of(TABLE), provider="openml", details=details,
        feature_names=("u", "v"), label_names=("no", "yes"),
    )  # fmt: skip
    monkeypatch.setattr(registry, "_sets", lambda: {"toy": replace(card, files=("toy.arff",))})
    serve(server, ARFF)
    return server


def serve(server, arff, **more):
    for path, answer in described(server, arff, **more).items():
        server.files[path] = File(json.dumps(answer).encode())
    server.files[DATA] = File(arff)


def test_a_table_comes_and_is_kept(openml, home):
    told = []
    found = fetch("toy", progress=lambda *now: told.append(now))
    assert found.X.tolist() == [[1, 0.1], [1, 0.1], [2, -3], [4, 0.001]]
    assert found.y.tolist() == [1, 1, 0, 1]
    assert told == [(0, None), (500, 500)]
    assert [path.name for path in home.rglob("*")] == ["uci", "toy.csv"]
    assert (home / "uci" / "toy.csv").read_text() == "u,v,label\n1,0.1,1\n1,0.1,1\n2,-3,0\n4,0.001,1\n"
    openml.files.clear()
    assert fetch("toy").digest == found.digest
    assert socket.getdefaulttimeout() is None


def test_an_inactive_version_is_taken_as_pinned(openml):
    serve(openml, ARFF, status="deactivated")
    assert fetch("toy").n_samples == 4


def test_errors_say_where_and_what_to_do(openml):
    del openml.files["features/53"]
    with pytest.raises(DataError, match=r"openml\.org/d/53: OpenML answered 404 \(.*\).*ASKCORE_DATA"):
        fetch("toy")
    openml.files["features/53"] = File(b"", status=412)
    with pytest.raises(DataError, match="What OpenML sent cannot be read"):
        fetch("toy")
    assert not is_at_hand("toy")


def test_a_spoilt_table_is_not_kept_and_comes_anew(openml, home):
    openml.files[DATA].body = ARFF.replace(b"yes", b"no ")
    with pytest.raises(DataError, match=r"What OpenML sent cannot be read .*md5"):
        fetch("toy")
    assert list(home.iterdir()) == []
    openml.files[DATA].body = ARFF
    assert fetch("toy").n_samples == 4


def test_changed_content_is_refused(openml):
    serve(openml, ARFF.replace(b"c,2", b"c,3"))
    with pytest.raises(DataError, match="as many as expected, but other values"):
        fetch("toy")
    assert "Accepted although" in fetch("toy", accept_changed=True).notes[-1]


def test_without_a_network(openml):
    openml.shutdown()
    openml.server_close()
    with pytest.raises(
        DataError, match=r"There is no connection to OpenML .*Without a network: put the published file"
    ):
        fetch("toy")


def test_a_silent_server(openml, tmp_path):
    openml.files["info/53"].silent = True
    with pytest.raises(DataError, match=r"There is no connection to OpenML .*timed out.*Do this"):
        tables.fetch_table(describe_public("toy"), tmp_path, remedy="Do this.", timeout=0.05)
