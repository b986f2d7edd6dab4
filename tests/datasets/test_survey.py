"""What a file can be read as, and what a table in it asks for."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pytest

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
