"""From a folder, the cache, a given file or the network: the same arrays, or a refusal with a remedy."""

from __future__ import annotations

import errno
import gzip
import os
import threading
from dataclasses import replace

import numpy as np
import pytest

from askcore.datasets import DataError, describe_public, fetch, is_at_hand
from askcore.datasets.public import fetching, registry, tables
from tests.datasets.public.conftest import GRAPH, TABLE, File
from tests.datasets.public.published import as_arff, as_csv, as_linqs, as_npz, as_plain


def same(found, expected):
    """In the order of the ids as text, which is that of the toys."""
    assert found.node_ids == expected.node_ids
    assert found.labels.tolist() == expected.labels.tolist()
    np.testing.assert_array_equal(found.adjacency.toarray(), expected.adjacency.toarray())


def same_rows(found):
    np.testing.assert_array_equal(found.X, [[1, 0.1], [1, 0.1], [2, -3], [4, 1e-3]])
    np.testing.assert_array_equal(found.y, [1, 1, 0, 1])
    assert (found.y.dtype, found.feature_names) == (np.int64, ["u", "v"])


def kept(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_a_set_is_downloaded_once(toys, server, home):
    assert not is_at_hand("ring")
    same(fetch("ring"), GRAPH)
    assert is_at_hand("ring")
    assert kept(home) == ["ring.tgz"]
    again = fetch("ring")
    same(again, GRAPH)
    assert server.files["ring.tgz"].asked == 1
    assert (again.name, again.notes) == ("Toy ring", ("Made up.",))


def test_a_table_too(toys, server, home):
    same_rows(fetch("rows"))
    same_rows(fetch("rows"))
    assert server.files["rows.data"].asked == 1


def test_a_table_of_openml_is_found_by_its_number(toys, server, home, monkeypatch, rng):
    card = replace(toys["rows"], provider="openml", details={**toys["rows"].details, "data_id": 53})
    monkeypatch.setattr(registry, "_sets", lambda: {"rows": card})
    monkeypatch.setattr(tables, "_OPENML", server.url("data/{}"))
    server.files["53.arff"] = File(as_arff(TABLE, card, rng))
    for said in (b"<html>", b"{}"):
        server.files["data/53"] = File(said)
        with pytest.raises(DataError, match="The description of the data set on OpenML cannot be read"):
            fetch("rows")
    server.files["data/53"] = File(
        b'{"data_set_description": {"url": "%s"}}' % server.url("53.arff").encode()
    )
    same_rows(fetch("rows"))
    same_rows(fetch("rows"))
    assert (kept(home), server.files["53.arff"].asked) == (["rows.data"], 1)


def test_data_home_is_read_and_written_and_nothing_else(toys, server, home, tmp_path, monkeypatch):
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path / "elsewhere"))
    mine = tmp_path / "mine"
    assert not is_at_hand("rows", data_home=mine)
    same_rows(fetch("rows", data_home=mine))
    assert is_at_hand("rows", data_home=str(mine))
    assert not is_at_hand("rows")
    assert kept(mine) == ["rows.data"]
    assert not home.exists()


def test_the_named_folder_comes_first_then_the_cache(toys, server, home, tmp_path, monkeypatch):
    named = tmp_path / "named"
    monkeypatch.setenv("ASKCORE_DATA", str(named))
    same_rows(fetch("rows"))  # downloaded to the cache, since ASKCORE_DATA may be for reading alone
    assert not named.exists()
    assert kept(home) == ["rows.data"]
    (named / "uci").mkdir(parents=True)
    (named / "uci" / "rows.csv").write_text("u,v,label\n4,0.001,1\n1,0.1,1\n2,-3,0\n1,1e-1,1\n")
    (home / "rows.data").unlink()
    same_rows(fetch("rows"))
    assert server.files["rows.data"].asked == 1


def test_a_file_as_published_will_do_wherever_a_download_does(toys, server, tmp_path, rng):
    server.files.clear()
    (tmp_path / "ring.tgz").write_bytes(as_linqs(GRAPH, "ring", rng))
    assert is_at_hand("ring", data_home=tmp_path)
    same(fetch("ring", data_home=tmp_path), GRAPH)


def sources(rng, wanted, folder):
    plain = as_plain(TABLE, wanted, rng)
    (folder / "x.data").write_bytes(plain)
    yield "bytes", plain
    yield "path", folder / "x.data"
    yield "name", str(folder / "x.data")
    yield "packed", gzip.compress(plain)
    yield "spaces", as_plain(TABLE, wanted, rng, separator="  ")
    yield (
        "arff",
        (
            b"@relation t\n@attribute V real\n@attribute U real\n@attribute class {y,n}\n@data\n"
            b"0.1,1,y\n-3,2,n\n0.1,1,y\n0.001,4,y\n"
        ),
    )
    yield "header in another order", b"class,v,u\ny,0.1,1\nn,-3,2\ny,0.1,1\ny,0.001,4\n"
    yield "own layout", as_csv(TABLE)


def test_a_given_source_is_read_in_every_format(toys, server, rng, tmp_path):
    server.files.clear()
    for kind, source in sources(rng, toys["rows"], tmp_path):
        found = fetch("rows", source=source)
        assert found.notes == ("Made up.",), kind
        same_rows(found)
    same(fetch("ring", source=as_linqs(GRAPH, "ring", rng)), GRAPH)
    same(fetch("ring", source=as_npz(GRAPH)), GRAPH)


HALF_WRITTEN = {
    "cut off": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "another value": lambda data: data.replace(b"0.001", b"0.002"),
    "other bytes": lambda data: b"\x00\xff" * 40,
}


@pytest.mark.parametrize("spoil", HALF_WRITTEN.values(), ids=HALF_WRITTEN)
def test_a_spoilt_file_in_the_cache_is_fetched_anew(toys, server, home, spoil):
    fetch("rows")
    path = home / "rows.data"
    good = path.read_bytes()
    path.write_bytes(spoil(good))
    same_rows(fetch("rows"))
    assert path.read_bytes() == good
    assert server.files["rows.data"].asked == 2


@pytest.mark.parametrize("named_by", ["data_home", "ASKCORE_DATA"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"u,v,label\n1,0.1,1\n", r"rows\.csv: Toy rows: the content is not .* \(1 rows in place of 4\)\."),
        (b"u,v,label\n1,0.1,1\n1,0.1,1\n2,-3,0\n4,0.002,1\n", r"as many as expected, but other values"),
        (b"u,v,label\n1,0.1\n", r"rows\.csv: .*2 cells; .* Or remove the file to download it again\."),
        (b"", r"rows\.csv: .*The file is empty"),
    ],
)
def test_a_spoilt_file_of_the_user_is_refused(
    toys, server, tmp_path, monkeypatch, named_by, content, message
):
    (tmp_path / "uci").mkdir()
    (tmp_path / "uci" / "rows.csv").write_bytes(content)
    given = {"data_home": tmp_path} if named_by == "data_home" else {}
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    with pytest.raises(DataError, match=message):
        fetch("rows", **given)
    assert (tmp_path / "uci" / "rows.csv").read_bytes() == content
    assert server.files["rows.data"].asked == 0


def test_changed_content_is_refused(toys, server, home):
    server.files["rows.data"].body = b"1,0.1,y\n2,-3,n\n5,5,n\n"
    with pytest.raises(DataError, match=r"rows\.data: Toy rows: .*\(3 rows in place of 4\)"):
        fetch("rows")
    assert kept(home) == []


def test_two_at_once_both_get_it(toys, server, home):
    """Threads here; processes share no more than the folder, either."""
    found = []
    threads = [threading.Thread(target=lambda: found.append(fetch("ring"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for graph in found:
        same(graph, GRAPH)
    assert kept(home) == ["ring.tgz"]


def test_offline_says_what_to_do(toys, server, home, monkeypatch):
    server.shutdown()
    server.server_close()
    with pytest.raises(DataError, match="There is no connection") as caught:
        fetch("ring")
    assert caught.value.where == f"download of {toys['ring'].url}"
    for word in ("ring.tgz", str(home), "source=", "ASKCORE_DATA", "graphs/ring.npz"):
        assert word in caught.value.remedy


def test_a_folder_that_cannot_be_written_to(toys, server, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(
        DataError, match=r"rows is not downloaded: this folder cannot be written to .*data_home"
    ):
        fetch("rows", data_home=tmp_path / "file")
    assert server.files["rows.data"].asked == 0


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_for_reading_alone(toys, server, tmp_path):
    fetch("rows", data_home=tmp_path)
    (tmp_path / "uci").chmod(0o500)
    tmp_path.chmod(0o500)
    try:
        same_rows(fetch("rows", data_home=tmp_path))
        with pytest.raises(DataError, match="cannot be written to"):
            fetch("ring", data_home=tmp_path / "new")
    finally:
        tmp_path.chmod(0o700)
        (tmp_path / "uci").chmod(0o700)


def test_a_full_disk_leaves_nothing_half(toys, server, home, monkeypatch):
    def write(url, path, **_):
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(fetching, "download", write)
    with pytest.raises(DataError, match=r"No space left on device.* Free some space there") as caught:
        fetch("ring")
    assert caught.value.where == str(home)
    assert kept(home) == []


def test_what_is_cancelled_or_broken_off_leaves_nothing_half(toys, server, home):
    def cancel(come, whole):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("ring", progress=cancel)
    server.files["ring.tgz"].stops_at = [30]
    with pytest.raises(DataError, match="stopped after"):
        fetch("ring")
    assert kept(home) == []
    same(fetch("ring"), GRAPH)


def test_a_damaged_archive_from_the_network_is_not_kept(toys, server, home):
    server.files["ring.tgz"].body = server.files["ring.tgz"].body[:-30]
    with pytest.raises(DataError, match=r"ring\.tgz: The gzip file is damaged or cut off"):
        fetch("ring")
    assert kept(home) == []


def test_a_label_that_is_no_class_is_refused(toys):
    for label in ("7", "0.5"):
        table = f"u,v,label\n1,0.1,1\n2,-3,{label}\n".encode()
        with pytest.raises(DataError, match=rf"The labels are .*{label}.*, which are not those of rows\."):
            fetch("rows", source=table)


def test_a_web_page_in_place_of_a_file(toys, server, home):
    page = b"\xef\xbb\xbf\n<!DOCTYPE html><html><body>Log in</body></html>"
    for name in ("ring", "rows"):
        server.files[toys[name].files[0]].body = page
        with pytest.raises(DataError, match="This is a web page, not the published file"):
            fetch(name)
        with pytest.raises(DataError, match="This is a web page"):
            fetch(name, source=page)
    assert kept(home) == []


@pytest.mark.parametrize("home", ["", "  ", 5])
def test_a_folder_that_is_no_name(toys, server, home):
    with pytest.raises(DataError, match="which is not a folder"):
        fetch("rows", data_home=home)
    assert server.files["rows.data"].asked == 0


def test_a_name_that_is_nearly_right(toys):
    for name, meant in (("Ring", "ring"), ("rows.csv", "rows"), ("Toy ring", "ring")):
        with pytest.raises(DataError, match=f"Is '{meant}' meant"):
            fetch(name)
    with pytest.raises(DataError, match=r"There is no public data set \['ring'\]\. Choose one of ring"):
        fetch(["ring"])


def test_an_unknown_name_lists_the_known(toys):
    for ask in (fetch, describe_public, is_at_hand):
        with pytest.raises(
            DataError, match=r"There is no public data set 'nothing'\. Choose one of ring, rows"
        ):
            ask("nothing")
