"""What a file can be read as, and what a table in it asks for."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pytest

from askcore.datasets.own_file import UploadedFile, read_given
from askcore.datasets.survey import guess_kind, kinds_of
from tests.datasets.made import npy, packed

PICTURES = packed(("a/1.png", b"x"), ("a/2.JPG", b"x"), ("b/Thumbs.db", b"x"))
GRAPHS = [
    b"source,target\na,b\n",
    b"From,To,weight\n1,2,0.5\n",
    b"id,src,dst,when,label\n1,a,b,2,x\n",
    b"a,b\nb,c\n",
    b"a b 0.5\nb c 2\n",
    b"1 2\n2 3\n",
    b"1,17,0.5\n9,4,0.1\n",
    b"u,v\n1,2\n2,1\n",
    b"# comment\n1\t2\n",
    b"<?xml version='1.0'?><graphml/>",
]
TABLES = [
    b"width,height,class\n1.5,2,cat\n",
    b"1.5,2.5\n2.5,3.5\n",
    b"age,income\n31,52000\n44,61000\n",
    b"a,b,c,d\n1,2,3,4\n",
    b"start,end,label\n0.5,1.5,x\n",
    b"x,y\n1,0\n2,1\n",
    b"5.1,3.5,1.4,setosa\n",
    b"length,species\n1,cat\n2,dog\n",
    b"lonely\n1\n2\n",
    b"patient_id,doctor_id,age,pressure,diagnosis\n1,1,40,80,x\n2,1,50,90,y\n",
    b"patient_id,doctor_id,age,pressure,weight,height\n1,1,40,80,70,1.7\n2,1,50,90,80,1.8\n",
]

PLACES = [f"town {i}" for i in range(10)]
TABLES += [  # two columns that share their words, and no links
    "".join(f"{i % 7}.5,{PLACES[i % 10]},{PLACES[(i + (i % 5 == 0)) % 10]}\n" for i in range(60)).encode(),
    "".join(f"{i % 7}.5,{'abcdefghij'[i % 10]},{'abcdefghij'[3 * i % 10]}\n" for i in range(60)).encode(),
    b"id,size,rank\n1,5,2\n2,6,3\n3,5,1\n4,7,2\n",
]


@pytest.mark.parametrize(("kind", "data"), [("graph", d) for d in GRAPHS] + [("table", d) for d in TABLES])
def test_a_list_is_told_from_a_table_by_what_is_in_it(kind, data):
    file = io.BytesIO(data)
    assert guess_kind(file, "upload.csv") == kind
    assert file.tell() == 0


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"1,0,0,2\n" * 4, {"graph", "table", "matrix"}),
        (b"1,nan,0,2\n" * 4, {"graph", "table", "matrix"}),
        (b"width,height,class\n1.5,2,cat\n2.5,2,dog\n", {"graph", "table"}),
        (b"width,height,class\n1.5,2,cat\n1.5,3,cat\n", {"graph", "table", "bags"}),
        (b"width,height,class\n1.5,2,cat\n1.5,3,dog\n", {"graph", "table"}),
        (b"set,u\na,1\nb,2\n", {"graph", "table", "matrix", "bags"}),
        (b"source,target\na,b\na,c\n", {"graph", "table"}),
        (b"source,target,weight\na,b,1\na,c,2\n", {"graph", "table"}),
        (b",a,b\na,1,2\nb,3,-4\n", {"graph", "table", "matrix"}),
        (b"graph [\n node [ id 1 ]\n edge [ source 1 target 1 ]\n]\n", {"graph"}),
        (b'{"nodes": [{"id": 1}],\n"links": [{"source": 1, "target": 1}]}', {"graph"}),
        (b"*Vertices 2\n1 a\n2 b\n*Arcs\n1 2\n", {"graph"}),
        (b"@relation r\n@attribute u numeric\n@attribute class {a,b}\n@data\n1,a\n2,b\n", {"table"}),
        (b"1 1:0.5 2:1\n2 1:0.25\n", {"table"}),
        (b"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1.5\n", {"graph", "matrix"}),
        (npy(np.ones((3, 2))), {"graph", "table", "matrix"}),
        (b'<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"/>', {"graph"}),
        (packed(("edges.csv", b"a,b\nb,c\n"), ("nodes.csv", b"node,label\na,x\n")), {"graph"}),
        (PICTURES, {"bags"}),
    ],
)
def test_kinds(content, expected):
    found = kinds_of(content, "file")
    assert set(found) == expected
    assert list(found) == [kind for kind in ("graph", "table", "matrix", "bags") if kind in expected]


def test_every_format_is_known_to_whoever_asks_first():
    code = "from askcore.datasets.survey import guess_kind; print(guess_kind(b'graph [ node [ id 1 ] ]'))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"graph\n"


def pairs(titles, names, n, *, equal=0.0, apart=False):
    """Rows of a number, two words of a list, a number, and a word of two: equal in a share of the rows, or never."""
    rng = np.random.default_rng([len(names), n, len(titles)])
    ends = rng.integers(len(names), size=(n, 2))
    if apart:
        ends[:, 1] = (ends[:, 0] + rng.integers(1, len(names), n)) % len(names)
    ends[: int(equal * n), 1] = ends[: int(equal * n), 0]
    rows = [f"{i % 37}.5,{names[a]},{names[b]},{i * 7 % 90},{'uv'[i % 2]}" for i, (a, b) in enumerate(ends)]
    return "\n".join([titles, *rows]).encode()


TOWNS = [f"Town {i}" for i in range(400)]
ASK_GRAPH, ASK_TABLE = "Read it as a graph", "Read it as a table"


@pytest.mark.parametrize(
    ("kind", "asked", "data"),
    [
        ("table", None, pairs("age,start_month,end_month,cost,paid", TOWNS[:12], 300, equal=0.1)),
        ("table", None, pairs("age,born_in,lives_in,wage,moved", TOWNS[:200], 900, equal=0.4)),
        ("table", ASK_GRAPH, pairs("age,born_in,lives_in,wage,moved", TOWNS[:50], 2000)),
        ("table", ASK_GRAPH, pairs("age,shift_a,shift_b,hours,taken", TOWNS[:10], 600, apart=True)),
        ("table", ASK_GRAPH, pairs("years,prev_dept,next_dept,pay,class", TOWNS[:60], 600, apart=True)),
        ("table", None, pairs("dose,allele_1,allele_2,weight,cured", TOWNS[:14], 300)),
        ("table", ASK_GRAPH, pairs("at,wild,mutant,energy,stable", "ACDEFGHIKLMNPQRSTVWY", 900, apart=True)),
        ("graph", ASK_TABLE, pairs("age,club_left,club_joined,fee,loan", TOWNS[:60], 700, apart=True)),
        ("graph", ASK_TABLE, pairs("year,country,partner,value,kind", TOWNS[:28], 2000, apart=True)),
        ("graph", None, pairs("hour,page,leads_on_to,clicks,kind", TOWNS, 2000)),
        ("graph", None, pairs("step,account,beneficiary,amount,fraud", [f"C{i}" for i in range(1500)], 3000)),
        ("graph", None, pairs("km,town_a,town_b,width,paved", TOWNS[:90], 300, apart=True)),
    ],
)  # fmt: skip
def test_two_columns_that_share_their_words_are_links_where_hardly_a_row_holds_one_twice(kind, asked, data):
    found = read_given(UploadedFile("rows.csv", data))
    ways = [way.button for note in found.data.notes for way in getattr(note, "ways", ())]
    assert found.data.kind == kind
    assert [way for way in ways if way in (ASK_GRAPH, ASK_TABLE)] == ([asked] if asked else [])


RING = "".join(f"p{i % 30},p{(7 * i + 1) % 30},May\n" for i in range(90))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("graph", f"follower,followed,since\n{RING}"),
        ("graph", "number,friend a,friend b,place\n1,ann,bob,x\n2,bob,cid,y\n3,ann,bob,x\n4,cid,ann,y\n"),
        ("table", "id,q1,q2,q3\n" + "".join(f"{i},{i % 5},{i % 4},{i % 3}\n" for i in range(40))),
    ],
)
def test_a_short_list_of_names_asks_nothing(kind, text):
    found = read_given(UploadedFile("rows.csv", text.encode())).data
    assert found.kind == kind
    assert not any("same things" in note and hasattr(note, "ways") for note in found.notes)


def test_a_root_without_a_parent_is_a_node():
    text = "taxon,rank,parent\nlife,root,\na,genus,life\nb,genus,life\nc,species,a\nd,species,b\n"
    graph = read_given(UploadedFile("taxa.csv", text.encode())).data
    assert (graph.n_nodes, graph.n_edges) == (5, 4)


def test_three_columns_of_the_same_words_are_answers():
    codes = "".join(f"c{i % 30},c{7 * i % 30 + 30},c{(i + 9) % 30},{i}.5\n" for i in range(300))
    codes = codes.replace("c3", "c1").replace("c4", "c0").replace("c5", "c2")
    assert guess_kind(f"first,second,third,age\n{codes}".encode(), "t.csv") == "table"


def test_what_was_chosen_is_not_asked_about():
    file = UploadedFile("rows.csv", pairs("age,born_in,lives_in,wage,moved", TOWNS[:50], 2000))
    asked = read_given(file)
    (way,) = [way for note in asked.data.notes for way in getattr(note, "ways", ())]
    graph = read_given(file, reading=asked.reading.changed(**way.choices)).data
    assert (graph.kind, graph.n_nodes) == ("graph", 50)
    table = read_given(file, reading=asked.reading.changed(kind="table")).data
    assert not any(hasattr(note, "ways") for note in table.notes)
