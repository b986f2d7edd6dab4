"""Telling a graph from a table by what is in the file."""

from __future__ import annotations

import io

import pytest

from askcore.datasets import guess_kind

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
]


@pytest.mark.parametrize("data", GRAPHS)
def test_graphs(data):
    assert guess_kind(data, "upload.csv") == "graph"


@pytest.mark.parametrize("data", TABLES)
def test_tables(data):
    assert guess_kind(data, "upload.csv") == "table"


def test_the_file_is_left_where_it_was():
    file = io.BytesIO(GRAPHS[0])
    guess_kind(file)
    assert file.tell() == 0
