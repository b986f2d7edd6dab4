"""Files as people have them: read rightly, or asked about in a note or an error that carries the answers to click.

Each kind comes in three files: other names, order, delimiter or size.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import networkx as nx
import numpy as np
import openpyxl
import pandas as pd
import pytest

from askcore.datasets import DataError, read_graph, read_matrix, read_table
from askcore.datasets.choices import Ask, Unsure
from askcore.datasets.own_file import Reading, UploadedFile, parse, read_given
from tests.datasets.made import labels, links, packed, saved, values


def pairs(*names: str) -> set[tuple[str, str, float]]:
    """Links of weight 1, written as "ab"."""
    return {(*name.split(">"), 1.0) for name in names}  # type: ignore[misc]


@dataclass(frozen=True)
class Case:
    """A file, as what it is read, what comes out, and a piece of a note."""

    name: str
    text: str | bytes
    kind: str
    what: Callable[[Any], Any]
    expected: Any
    note: str = ""
    choices: dict[str, Any] = field(default_factory=dict)


def rows(n: int, line: Callable[[int], str], header: str = "", mark: str = ",") -> str:
    text = "\n".join([*([header] if header else []), *map(line, range(n))]) + "\n"
    return text.replace(",", mark)


def shape_and_classes(table: Any) -> tuple[Any, list[str]]:
    return table.X.shape, table.classes.tolist()


CASES: dict[str, Case] = {}


def add(kind: str, *cases: Case) -> None:
    for i, case in enumerate(cases):
        CASES[f"{kind} {i + 1}"] = case


# A separator too many
for i, (mark, n) in enumerate(((",", 30), (";", 24), ("\t", 40))):
    line = "{0}9,{1},{0}.5,{0}.25".format
    body = rows(n, lambda k, line=line: line(k + 1, "MB"[k % 2]), mark=mark)
    head = "id,diagnosis,radius,texture".replace(",", mark)
    for where, text in (
        ("behind the header", f"{head}{mark}\n{body}"),
        ("behind each row", f"{head}\n" + body.replace("\n", f"{mark}\n")),
        ("behind all", f"{head}{mark}\n" + body.replace("\n", f"{mark}\n")),
        ("in quotation marks behind each row", f"{head}\n" + body.replace("\n", f'{mark}""\n')),
        (
            "in quotation marks before each row",
            f'{head}\n""{mark}' + body.rstrip("\n").replace("\n", f'\n""{mark}') + "\n",
        ),
        ("before each row", f"{head}\n{mark}" + body.rstrip("\n").replace("\n", f"\n{mark}") + "\n"),
    ):
        CASES[f"separator {where} {i}"] = Case(
            "t.csv", text, "table", shape_and_classes, ((n, 2), ["B", "M"]), "A separator"
        )


# Positions are no classes, names are names
def yed(*names: str, x: str = "x") -> str:
    nodes = "".join(
        f'<node id="n{i}"><data key="d6"><y:ShapeNode><y:Geometry height="30" width="30" {x}="{i % 2}" y="{i % 3}"/>'
        f'<y:NodeLabel>{name}</y:NodeLabel><y:Shape type="{"ab"[i % 2]}"/></y:ShapeNode></data></node>'
        for i, name in enumerate(names)
    )
    edges = "".join(f'<edge source="n{i}" target="n{i + 1}"/>' for i in range(len(names) - 1))
    return (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">'
        '<key for="node" id="d6" yfiles.type="nodegraphics"/><graph edgedefault="directed">'
        f"{nodes}{edges}</graph></graphml>"
    )


def named(graph: Any) -> tuple[list[str], Any]:
    return graph.node_ids, graph.labels


def graphml(attributes: dict[str, str], n: int = 24) -> str:
    """Nodes with attributes, written as formats of their number."""
    keys = "".join(f'<key id="{k}" for="node" attr.name="{k}" attr.type="string"/>' for k in attributes)
    nodes = "".join(
        f'<node id="{60 + i}">'
        + "".join(f'<data key="{k}">{eval(f"f{text!r}", {"i": i})}</data>' for k, text in attributes.items())
        + "</node>"
        for i in range(n)
    )
    edges = "".join(f'<edge source="{60 + i}" target="{60 + (i + 1) % n}"/>' for i in range(n))
    return (
        f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{keys}<graph edgedefault="directed">{nodes}{edges}'
        "</graph></graphml>"
    )


TWELVE = [f"step{i}" for i in range(12)]
add(
    "yed",
    Case(
        "g.graphml", yed("Order", "Invoice", "Audit"), "graph", named, (["Order", "Invoice", "Audit"], None)
    ),
    Case("g.graphml", yed(*TWELVE * 2), "graph", lambda g: (g.node_ids[0], g.labels), ("step0 (n0)", None)),
    Case("g.graphml", yed(*TWELVE), "graph", named, (TWELVE, None)),
    Case(
        "g.graphml",
        yed("Order", "").replace("ShapeNode", "GroupNode"),
        "graph",
        named,
        (["Order", "n1"], None),
        "1 name is repeated or missing",
    ),
    Case(
        "g.graphml",
        yed("Order", "Audit")
        .replace("<y:ShapeNode>", "<y:Realizers><y:ShapeNode>")
        .replace("</y:ShapeNode>", "</y:ShapeNode></y:Realizers>"),
        "graph",
        named,
        (["Order", "Audit"], None),
    ),
)
add(
    "names",
    Case("g.graphml", graphml({"name": "GENE{i}"}), "graph", lambda g: g.node_ids[:2], ["GENE0", "GENE1"]),
    Case("g.graphml", graphml({"label": "p {i}"}), "graph", lambda g: g.node_ids[:2], ["p 0", "p 1"]),
    Case(
        "g.graphml", graphml({"SUID": "{i}", "shared name": "g{i}", "selected": "{i % 2}"}), "graph", named,
        ([f"g{i}" for i in range(24)], None),
    ),
)  # fmt: skip
TWO = {"dept": "d{i % 3}", "gender": "{'mf'[i % 2]}"}
add(
    "two classes",
    Case("g.graphml", graphml(TWO), "graph", lambda g: g.labels, None, "could each be the class"),
    Case("g.graphml", graphml(TWO), "graph", lambda g: g.classes.tolist(), ["f", "m"], choices={"label": "gender"}),
    Case(
        "g.graphml", graphml({"name": "n{i}", "unit": "u{i % 4}", "level": "l{i % 3}"}), "graph", lambda g: g.labels,
        None, "'unit', 'level' could each be the class",
    ),
)  # fmt: skip

# Relations
SIF = "TP53 pd MDM2\nMDM2 pp TP53\nCDK4 pp RB1\nRB1 pd CDK4\n"
FOUND = pairs("TP53>MDM2", "MDM2>TP53", "CDK4>RB1", "RB1>CDK4")
TRIPLES = [("/m/a", "born in", "/m/b"), ("/m/b", "capital of", "/m/c"), ("/m/d", "born in", "/m/c")]
ENDS = pairs("/m/a>/m/b", "/m/b>/m/c", "/m/d>/m/c")
add(
    "relations",
    Case("n.sif", SIF, "graph", links, FOUND, "Links of 2 relations"),
    Case("n.sif", SIF.replace(" ", "\t").replace("MDM2\n", "MDM2\tBAX\n"), "graph", lambda g: g.n_edges, 5),
    Case("n.txt", SIF, "graph", links, pairs("TP53>MDM2", "RB1>CDK4"), choices={"only": ["pd"]}),
    Case("n.txt", "\n".join(map("\t".join, TRIPLES)), "graph", links, ENDS, "'born in' 2"),
    Case("n.csv", "head,relation,tail\n" + "\n".join(map(",".join, TRIPLES)), "graph", links, ENDS),
    Case("n.tsv", "subject\tpredicate\tobject\n" + "\n".join(map("\t".join, TRIPLES)), "graph", links, ENDS),
    Case("n.txt", "A -> B\nB -> C\nC -> A\n", "graph", links, pairs("A>B", "B>C", "C>A")),
    Case("n.txt", "Big Ship → Port: 2\nPort → Big Ship\n", "graph", lambda g: g.n_edges, 2),
    Case("n.txt", "a -> b -> c\n", "graph", links, pairs("a>b", "b>c")),
    Case(
        "n.txt",
        "a -[likes]-> b\nb -[:hates]-> c\nc --> a\n",
        "graph",
        links,
        pairs("a>b"),
        choices={"only": ["likes"]},
    ),
    Case("n.tsv", "h\tr\tt\n" + "\n".join(map("\t".join, TRIPLES)), "graph", links, ENDS, "'born in' 2"),
)

# Columns that hold names of the same things
STAFF = "name,reports_to,dept\nann,,lab\nbob,ann,lab\ncid,ann,shop\ndee,bob,shop\n"
AIRPORTS = [f"{a}{b}X" for a in "ABCDE" for b in "PQRS"]
FLIGHTS = rows(
    60,
    lambda i: (
        f"{'KL' if i % 3 else '2B'},{i},{AIRPORTS[i % 20]},{i % 20},{AIRPORTS[(7 * i + 3) % 20]},,{i % 4 * 100}"
    ),
)
add(
    "same things",
    Case("t.csv", STAFF, "graph", links, pairs("bob>ann", "cid>ann", "dee>bob"), "1 row without 'reports_to'"),
    Case("t.csv", STAFF.replace(",", ";").replace("ann", "Ann Lee"), "graph", lambda g: g.n_nodes, 4, "same things"),
    Case("t.csv", "id,name,manager_id\n1,a,\n2,b,1\n3,c,1\n4,d,2\n", "graph", links, pairs("2>1", "3>1", "4>2")),
    Case("routes.dat", FLIGHTS, "graph", lambda g: (g.n_nodes, g.node_ids[:2]), (20, ["APX", "ASX"]),
         "'column 3' to 'column 5'"),
)  # fmt: skip

# Adjacencies of R, of Excel, of pandas
R = ("Costa Rica", "3M", "Peru", "x-y")
R_HEADER = "Costa.Rica,X3M,Peru,x.y"
SQUARE = [[0, 5, 0, 2], [1, 0, 3, 0], [0, 2, 0, 0], [4, 0, 0, 0]]
NUMBERS = [",".join(map(str, row)) for row in SQUARE]


def square(header: str, front: tuple[str, ...]) -> str:
    return header + "\n" + "\n".join(f"{name},{row}" for name, row in zip(front, NUMBERS, strict=True)) + "\n"


def adjacency(graph: Any) -> tuple[list[str], list[list[float]]]:
    return graph.node_ids, graph.adjacency.toarray().tolist()


add(
    "R",
    Case("m.csv", square(f",{R_HEADER}", R), "graph", adjacency, (list(R), SQUARE)),
    Case("m.csv", square(R_HEADER, R), "graph", adjacency, (list(R), SQUARE)),
    Case("m.tsv", square("Costa.Rica,X3M,if.,x.y", ("Costa Rica", "3M", "if", "x-y")).replace(",", "\t"), "graph",
         lambda g: g.node_ids, ["Costa Rica", "3M", "if", "x-y"]),
    Case("m.csv", square(",costa_rica,3m,peru,x_y", R), "graph", adjacency, (list(R), SQUARE)),
    Case("m.csv", square(",V1,V2,V3,V4", tuple("1234")), "graph", adjacency, (list("1234"), SQUARE)),
    Case("m.csv", square(",V1,V2,V3,V4", R), "graph", adjacency, (list(R), SQUARE)),
    Case(
        "m.csv", "node,c,a,b\na,0,1,2\nb,0,0,3\nc,4,0,0\n", "graph", adjacency,
        (list("abc"), [[1, 2, 0], [0, 3, 0], [0, 0, 4]]), "not in the order of the rows",
    ),
    Case(
        "m.tsv", "\tb\ta\nb\t0\t1\na\t0\t0\n", "graph", adjacency, (["b", "a"], [[0, 1], [0, 0]])
    ),
)  # fmt: skip

# Numbers with marks
MARKED = {
    "percent": ("4.7%", "10.1 %", "-0.2%", [4.7, 10.1, -0.2]),
    "dollars": ('"$68,168"', '"$1,234.50"', '"-$20"', [68168, 1234.5, -20]),
    "euros": ("68.168,25 €", "1.234 €", "12,5 €", [68168.25, 1234, 12.5]),
    "minus": ("−0.08", "−5", "1.5", [-0.08, -5, 1.5]),
    "narrow": ("2\u202f924", "13\u00a0580", "7", [2924, 13580, 7]),
    "swiss": ("1'234.5", "7’000", "1", [1234.5, 7000, 1]),
    "accounts": ('"(1,234)"', '"1,000"', '"(5)"', [-1234, 1000, -5]),
    "lakhs": ('"12,34,567"', '"₹1,23,456"', '"1,234"', [1234567, 123456, 1234]),
    "dots": ("1.234.567", "1.234", "5", [1234567, 1234, 5]),
}
for kind, (*cells, expected) in MARKED.items():
    for i, mark in enumerate((",", ";", "\t")):
        if (kind == "euros" and mark == ",") or (kind == "accounts" and mark != ","):
            continue
        text = f"v{mark}class\n" + "".join(f"{cell}{mark}{'xy'[k % 2]}\n" for k, cell in enumerate(cells * 8))
        CASES[f"numbers, {kind} {i}"] = Case(
            "t.csv", text, "table", lambda t: t.X[:3, 0].tolist(), expected, "marks in them"
        )

# Units
UNITS = {
    "squares": (["50 m2", "61.5 m2", "47 m2"], "unit m2, 50 m2 as 50", [50, 61.5, 47]),
    "commas": (["1,5 kg", "2,25 kg", "-3 kg"], "unit kg, 1,5 kg as 1.5", [1.5, 2.25, -3]),
    "years": (["1 year", "2 years", "10 years"], "unit year, 1 year as 1", [1, 2, 10]),
    "no blank": (["20°C", "-3°C", "5.5°C"], "unit °C", [20, -3, 5.5]),
    "speed": (["70 km/h", "8 km/h", "9 km/h"], "unit km/h", [70, 8, 9]),
}
for kind, (cells, note, expected) in UNITS.items():
    text = "v;class\n" + "".join(f"{cell};{'xy'[k % 2]}\n" for k, cell in enumerate(cells * 8))
    CASES[f"units, {kind}"] = Case("t.csv", text, "table", lambda t: t.X[:3, 0].tolist(), expected, note)
MIXED = "v,class\n" + "".join(f"{i % 3 + 1} {['kg', 'g'][i % 2]},{'xy'[i % 2]}\n" for i in range(24))
CASES["units that differ are words"] = Case(
    "t.csv", MIXED, "table", lambda t: t.n_features, 6, "6 categories"
)

# Matrices
FLOW = [["-", "17,344", "40,967"], ["63,906", "-", "72,115"], ["1,397", "25,013", "-"]]
FLOWS = [[0, 17344, 40967], [63906, 0, 72115], [1397, 25013, 0]]


def table_of(cells: list[list[str]], front: str, above: str, corner: str, mark: str = ",") -> str:
    out = io.StringIO()
    pd.DataFrame(cells, index=list(front), columns=list(above)).to_csv(out, sep=mark, index_label=corner)
    return out.getvalue()


add(
    "matrix",
    Case("m.csv", table_of(FLOW, "abc", "abc", "Origin \\ Destination"), "graph", adjacency, (list("abc"), FLOWS)),
    Case("m.csv", table_of(FLOW, "abc", "abc", "").replace("-", ".."), "graph", adjacency, (list("abc"), FLOWS),
         "'..' in 3 cells"),
    Case("m.csv", table_of(FLOW, "abc", "abc", "from", ";"), "matrix", values, FLOWS, choices={"thousands": ","}),
    Case("m.csv", "\ta\tb\na\t90%\t10%\nb\t5%\t95%\n", "matrix", values, [[90, 10], [5, 95]]),
    Case("m.csv", ",the,cat,the\nthe,1,2,3\ncat,4,5,6\nthe,7,8,9\n", "matrix", lambda m: m.row_ids,
         ["the (1)", "cat", "the (2)"], "'the (1)' and 'the (2)'"),
    Case("m.csv", "Name;ann;bob\nAnn;0,5;1\nBob;-1;0\n", "matrix", lambda m: (m.row_ids, m.column_ids),
         (["Ann", "Bob"], ["Ann", "Bob"]), "only in spelling"),
    Case("m.tsv", "\tx\tx\nx\t.1\t.2\nx\t.3\t.4\n", "matrix", lambda m: m.column_ids, ["x (1)", "x (2)"]),
    Case("m.csv", "row,column,value\na,a,1\na,b,2\nb,a,3\nb,b,4\n", "matrix", values, [[1, 2], [3, 4]]),
    Case("m.csv", "Var1;Var2;Freq\na;x;1\nb;x;0,5\na;y;3\n", "matrix", values, [[1, 3], [0.5, 0]]),
    Case(
        "m.csv", ",row,col,attention,row_token,col_token\n0,0,0,.1,the,the\n1,0,1,.9,the,cat\n2,1,0,.5,cat,the\n",
        "matrix", lambda m: (m.row_ids, values(m)), (["the", "cat"], [[0.1, 0.9], [0.5, 0]]),
    ),
    Case(
        "k.txt", rows(6, lambda i: f"{(-1) ** i} 0:{i + 1} " + " ".join(f"{j}:{6 - abs(j - i)}" for j in range(1, 7))),
        "matrix", lambda m: (m.matrix.shape, m.labels[:2].tolist(), m.matrix[1, 0]), ((6, 6), ["1", "-1"], 6.0),
    ),
)  # fmt: skip
CROSS = "Actual,cat,dog,{0}\ncat,50,3,53\ndog,4,41,45\n{0},54,44,98\n"
add(
    "margins",
    Case("c.csv", CROSS.format("All"), "matrix", lambda m: m.n_rows, 3, "“All” looks like a margin"),
    Case(
        "c.csv", CROSS.format("Total"), "matrix", values, [[50, 3], [4, 41]], "“Total”", {"margins": "drop"}
    ),
    Case(
        "c.csv", "x;a;b;c;Sum\na;1;2;1;4\nb;1;2;1;4\nc;3;1;2;6\n", "matrix", lambda m: m.n_columns, 4, "“Sum”"
    ),
    Case("m.csv", ",the,all\nthe,.7,.3\nall,.2,.8\n", "matrix", lambda m: m.notes, ()),
)
ROUTE = [[abs(i - j) for j in range(8)] for i in range(8)]
add(
    "distances",
    Case("d.csv", "\n".join(",".join(map(str, row)) for row in ROUTE), "matrix", values, ROUTE, "look like distances"),
    Case(
        "d.csv", "\n".join(";".join(map(str, row)) for row in ROUTE), "matrix",
        lambda m: round(float(m.matrix[0, 2]), 6), round(float(np.exp(-2 / 4)), 6), choices={"distances": 4.0},
    ),
    Case("d.csv", ",a,b,c,d\na,0,2,3,4\nb,2,0,4,5\nc,3,4,0,6\nd,4,5,6,0\n", "matrix", lambda m: m.n_rows, 4,
         "look like distances"),
    Case("d.csv", ",a,b,c\na,0,2,3\nb,2,0,4\nc,3,4,0\n", "graph", lambda g: g.n_nodes, 3, "look like distances"),
    Case("k.csv", ",a,b,c\na,9,2,3\nb,2,9,4\nc,3,4,9\n", "matrix", lambda m: m.notes, ()),
)  # fmt: skip

# Tables
MPG = '23.3   4   106.8  1\t"maker {0} a"\n'
add(
    "table",
    Case("a.data", "".join(MPG.format(i) for i in range(30)), "table", lambda t: len(t.row_names), 30),
    Case("t.csv", rows(24, lambda i: f'{i},"a\nb {i}",{i}.5,{"xy"[i % 2]}', "id,note,v,label"), "table",
         shape_and_classes, ((24, 1), ["x", "y"])),
    Case("t.csv", rows(24, lambda i: f'"p\n\nq";{i}.5;{"xy"[i % 2]}', "note;v;label"), "table",
         shape_and_classes, ((24, 1), ["x", "y"])),
    Case("t.csv", "Report,,\nStation: North,,\n,,\n" + rows(24, lambda i: f"{i}.5,1.{i},{'xy'[i % 2]}", "a,b,class"),
         "table", shape_and_classes, ((24, 2), ["x", "y"]), "2 lines above the header"),
    Case("t.csv", "Made;in 2024\n" + rows(24, lambda i: f"{i}.5;1.{i};2;{i};{'xy'[i % 2]}", "a;b;c;d;class"),
         "table", lambda t: t.feature_names[:2], ["a", "b"], "1 line above the header"),
    Case("t.csv", "x,y\n" * 3 + rows(24, lambda i: f"{i}.5,{i}.25", "a,b"), "table", lambda t: t.feature_names,
         ["a", "b"], choices={"header": 4}),
    Case("t.csv", rows(20, lambda i: f"{i}.5,{('Yes', 'yes', 'NO', 'no ')[i % 4]}", "a,class"), "table",
         lambda t: len(t.classes), 4, "“Yes” and “yes”"),
    Case("t.csv", rows(20, lambda i: f"{i}.5,{('Yes', 'yes', 'NO', 'no ')[i % 4]}", "a,class"), "table",
         lambda t: len(t.classes), 2, "read as one class", {"same_case": True}),
    Case("t.json", json.dumps([{"a": i % 5, "b": i / 4, "kind": "xy"[i % 2]} for i in range(24)]), "table",
         shape_and_classes, ((24, 2), ["x", "y"])),
    Case("t.jsonl", "\n".join(json.dumps({"a": i / 4, "in": {"b": i % 3}, "kind": "xy"[i % 2]}) for i in range(24)),
         "table", lambda t: t.feature_names, ["a", "in.b"]),
    Case("t.json", pd.DataFrame({"a": [0.5, 1.5], "class": ["x", "y"]}).to_json(orient="split"), "table",
         shape_and_classes, ((2, 1), ["x", "y"])),
    Case("t.json", pd.DataFrame({"a": [0.5, 1.5], "class": ["x", "y"]}).to_json(), "table",
         shape_and_classes, ((2, 1), ["x", "y"])),
    Case("t.json", json.dumps({"data": [{"a": i / 4, "class": "xy"[i % 2]} for i in range(4)]}), "table",
         shape_and_classes, ((4, 1), ["x", "y"])),
    Case("t.json", pd.DataFrame({"a": [0.5, 1.5], "class": ["x", "y"]}).to_json(orient="index"), "table",
         shape_and_classes, ((2, 1), ["x", "y"])),
    Case("t.txt", "name         size  class\nBig Ship     1.5   x\nOld  Port    2.5   y\n".replace("Old  ", "Old "),
         "table", shape_and_classes, ((2, 3), ["x", "y"])),
    Case("t.csv", rows(24, lambda i: f"{i}.5,-99,{i % 3},{'xy'[i % 2]}", "a,b,c,class"), "table",
         lambda t: t.feature_names, ["a"], choices={"gaps": ["-99"], "omit": ["c"]}),
    Case("t.csv", rows(3, lambda i: f"p{i},{i}.5", "who,a"), "table", lambda t: t.row_names, ["p0", "p1", "p2"],
         choices={"id": "who"}),
)  # fmt: skip

# Small formats of graphs
RING = pairs("a>b", "b>c", "c>a")
WEIGHTED = {("a", "b", 2.0), ("b", "c", 1.0)}
UNDIRECTED = pairs("a>b", "b>a", "b>c", "c>b")
add(
    "formats",
    Case("g.dot", 'strict digraph "x" {\n a -> b -> c; // and back\n c -> a [label="pays"]; }', "graph", links, RING),
    Case("g.gv", "graph { node [shape=box]; a -- {b} ; subgraph x { b c } b -- c [weight=1] }", "graph", links,
         UNDIRECTED),
    Case("g.txt", 'digraph G {\n "a" -> "b" [weight=2, label="x y"]\n "b" -> "c"\n}', "graph", links, WEIGHTED),
    Case("g.tgf", "1 a\n2 b\n3 c\n#\n1 2\n2 3\n3 1\n", "graph", links, RING),
    Case("g.tgf", "1 a\n2 b\n3 c\n#\n1 2 2\n2 3 1\n", "graph", links, WEIGHTED),
    Case("g.gr", "c made\np sp 3 2\na 1 2 5\na 2 3 1\n", "graph", links, {("1", "2", 5.0), ("2", "3", 1.0)}),
    Case("g.col", "p edge 3 2\ne 1 2\ne 2 3\n", "graph", lambda g: g.n_edges, 4),
    Case("g.dl", "dl n=3 format=edgelist1\nlabels embedded\ndata:\na b 2\nb c 1\n", "graph", links, WEIGHTED),
    Case("g.txt", "DL N = 3\nLABELS:\na,b,c\nDATA:\n0 1 0\n0 0 1\n1 0 0\n", "graph", links, RING),
    Case("g.dl", "dl n=3\nformat = nodelist1\nlabels:\na b c\ndata:\n1 2\n2 3\n3 1\n", "graph", links, RING),
    Case("g.adj", "a: b\nb: c\nc: a\n", "graph", links, RING),
    Case("g.txt", "a: b, c\nb: c\nc:\n", "graph", links, pairs("a>b", "a>c", "b>c")),
    Case("p.paj", "*Network n\n*Vertices 3\n1 a\n2 b\n3 c\n*Arcs\n1 2\n2 3\n3 1\n*Partition s\n*Vertices 3\n1\n2\n2\n",
         "graph", labels, ["1", "2", "2"], "The partition 's'"),
    Case("p.net", '*Vertices 3\n1 "a"\n2 "b"\n3 "c"\n*Arcs :1 "likes"\n1 2\n2 3\n*Arcs :2 "hates"\n3 1\n', "graph",
         links, pairs("a>b", "b>c"), choices={"only": ["likes"]}),
)  # fmt: skip

# JSON of graph tools
NAMES = [{"id": name, "type": "xxy"[i]} for i, name in enumerate("abc")]
GO = [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}, {"source": "c", "target": "a"}]
FORMS: list[Any] = [
    {"elements": {"nodes": [{"data": node} for node in NAMES], "edges": [{"data": e | {"id": "e"}} for e in GO]}},
    {"nodes": [{"data": node} for node in NAMES], "edges": [{"data": e} for e in GO]},
    [{"data": data} for data in (*NAMES, *GO)],
    {"options": {"type": "directed"}, "nodes": [{"key": n["id"], "attributes": n} for n in NAMES],
     "edges": [{"key": str(i), **e, "attributes": {}} for i, e in enumerate(GO)]},
    {"nodes": [{"name": n["id"], "group": i} for i, n in enumerate(NAMES)],
     "links": [{"source": i, "target": (i + 1) % 3} for i in range(3)]},
    {"nodes": [{"name": n["id"]} for n in NAMES], "links": GO},
    {"nodes": NAMES, "edges": [{"from": e["source"], "to": e["target"]} for e in GO]},
    {"options": {"type": "mixed"}, "nodes": [{"key": n["id"]} for n in NAMES],
     "edges": [{"key": "e", **e} for e in GO]},
    {"graph": {"directed": True, "nodes": {"a": {"label": "a"}, "b": {}, "c": {}}, "edges": GO}},
    {"graphs": [{"directed": True, "nodes": NAMES, "edges": GO}]},
    nx.adjacency_data(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])),
    {"a": ["b"], "b": ["c"], "c": ["a"]},
    {"a": {"b": 1}, "b": {"c": 1}, "c": {"a": 1}},
    GO,
]  # fmt: skip
add("json", *(Case("g.json", json.dumps(form), "graph", links, RING) for form in FORMS))

# Two kinds of nodes
BIPARTITE = {("user 1", "movie 1", 2.5), ("user 2", "movie 1", 3.0)}
add(
    "bipartite",
    Case("r.csv", "user,movie,rating,timestamp\n1,1,2.5,1260759144\n2,1,3.0,1260759179\n", "graph", links, BIPARTITE,
         "two kinds of nodes"),
    Case("r.tsv", "reader_id\tbook_id\n1\t1\n2\t1\n", "graph", lambda g: g.node_ids,
         ["reader_id 1", "reader_id 2", "book_id 1"], "two kinds of nodes"),
    Case("out.k-bip", "% bip unweighted\n% 3 2 2\n1 1\n1 2\n2 2\n", "graph", lambda g: g.n_nodes, 4),
    Case("r.csv", "customer,product\n1,1\n2,1\n2,2\n", "graph", lambda g: g.n_nodes, 4, "“customer 1”"),
    Case("r.csv", "user,movie\n1,1\n2,1\n", "graph", lambda g: g.n_nodes, 2, choices={"bipartite": False}),
    Case("r.csv", "user,movie,rating\n1,1,2.5\n2,1,3.0\n2,4,1\n", "matrix", values, [[2.5, 0], [3, 1]],
         choices={"long": True}),
    Case("f.csv", "user_id,friend_id\n1,2\n2,1\n", "graph", lambda g: g.n_nodes, 2,
         choices={"ends": ("user_id", "friend_id")}),
    Case("f.csv", "a,x,b,2\nb,y,c,1\n", "graph", links, pairs("a>b", "b>c"),
         choices={"ends": ("source", "column 3")}),
    Case("f.csv", "1,5,2\n2,6,3\n", "graph", links, pairs("1>2", "2>3"), choices={"ends": ("source", "weight")}),
)  # fmt: skip
SIGNED = "6,2,4,1289241911.7\n6,5,-2,1289241941.5\n5,6,1,1289243140.3\n"
add(
    "signed",
    Case("s.csv", SIGNED, "graph", lambda g: g.adjacency.sum(), 7.0, choices={"signs": "absolute"}),
    Case("s.csv", "from,to,sign\na,b,1\nb,c,-1\n", "graph", links, {("a", "b", 1.0)}, choices={"signs": "positive"}),
    Case("s.csv", SIGNED, "graph", lambda g: g.adjacency.sum(), 5.0, "left out", {"signs": "positive"}),
    Case("s.csv", SIGNED, "matrix", lambda m: (m.row_ids, m.matrix.sum()), (["6", "5", "2"], 3.0),
         choices={"long": True}),
)  # fmt: skip

# Marks, lines and titles that other programs write
MINUTES = rows(24, lambda i: f"{i + 1}:{i:02},{i}.5,{'xy'[i % 2]}", "time,v,class")
SUFFIXED = rows(24, lambda i: f"{i + 1}{['.5K', 'M', ''][i % 3]},{i}.5,{'xy'[i % 2]}", "sales,v,class")
MARKS = "sales,v,class\n" + rows(24, lambda i: f"{i + 1}-,{i}.5*,{'xy'[i % 2]}")
NAMED = rows(24, lambda i: f"{i}.5,{i % 7}.25,{'xy'[i % 2]}", "a,b,class")
add(
    "tables of programs",
    Case("t.csv", MINUTES, "table", lambda t: t.X[:2, 0].tolist(), [60.0, 121.0], "1:00 as 60"),
    Case("t.csv", MINUTES.replace("1:00", "1:02:03"), "table", lambda t: t.X[0, 0], 3723.0),
    Case("t.csv", SUFFIXED, "table", lambda t: t.X[:3, 0].tolist(), [1500.0, 2e6, 3.0], "1.5K as 1.5e3"),
    Case("t.csv", MARKS, "table", lambda t: t.X[:2].ravel().tolist(), [-1.0, 0.5, -2.0, 1.5]),
    Case("t.csv", "v;area;class\n" + "".join(f"1{i % 10},05 €;{i + 1}.234;{'xy'[i % 2]}\n" for i in range(24)), "table",
         lambda t: t.X[0].tolist(), [10.05, 1234.0]),
    Case("t.csv", NAMED + "\nSource: ministry\nUpdated: 2024,,\n", "table", shape_and_classes, ((24, 2), ["x", "y"]),
         "2 lines below the table were left out: Source: ministry, Updated: 2024"),
    Case("t.csv", NAMED.replace("a,b,class\n", "a,b,class\ncm,kg,\n"), "table", shape_and_classes,
         ((24, 2), ["x", "y"]), "line of units below the header was left out: cm, kg"),
    Case("t.csv", NAMED.replace("\n3.5", "\n,,\n3.5"), "table", shape_and_classes, ((24, 2), ["x", "y"])),
    Case("t.txt", "revenue visits class\n" + "".join(f"${i + 1},168 {i}.5 {'xy'[i % 2]}\n" for i in range(24)), "table",
         lambda t: t.X[0].tolist(), [1168.0, 0.5]),
    Case("t.csv", rows(24, lambda i: f'"a\nb {i}",{i}.5,{"xy"[i % 2]}', "note,v,class") + ",,\n,,\n", "table",
         shape_and_classes, ((24, 1), ["x", "y"])),
    Case("t.json", json.dumps({"a": [i / 2 for i in range(24)], "class": ["x", "y"] * 12}), "table",
         shape_and_classes, ((24, 1), ["x", "y"])),
    Case("t.json", json.dumps({"ok": 1, "data": [{"a": i / 2, "class": "xy"[i % 2]} for i in range(24)]}), "table",
         shape_and_classes, ((24, 1), ["x", "y"])),
    Case("t.arff", "@relation r\n@attribute who string\n@attribute a numeric\n@attribute class {x,y}\n@data\n"
         + rows(24, lambda i: f"'n {i}',{i}.5,{'xy'[i % 2]}"), "table", lambda t: (t.n_features, t.row_names[0]),
         (1, "n 0")),
    Case("t.csv", NAMED.replace("x\n", "Very  Good\n", 3).replace("x\n", "very good\n"), "table",
         lambda t: len(t.classes), 3, "only in case or blanks"),
)  # fmt: skip
LINKS_OF = {("ann", "bob", 1.5), ("bob", "cid", 2.0), ("cid", "ann", 0.5), ("cid", "bob", 4.0)}


def weighed(line: str, header: str = "", **how: str) -> str:
    """The links above, one a line."""
    body = "".join(line.format(*link) for link in sorted(LINKS_OF))
    return header + (body.replace(".", how["decimal"]) if how else body)


for i, header in enumerate(
    ("von;nach;gewicht", "Quelle;Ziel;Anzahl", "origen;destino;peso", "source;cible;poids")
):
    CASES[f"titles in other languages {i}"] = Case(
        "e.csv", weighed("{};{};{}\n", f"{header}\n", decimal=","), "graph", links, LINKS_OF
    )
KONECT = {(str(a), str(b), float(w)) for a, b, w in ((1, 2, 5), (1, 3, 3), (2, 1, 1), (3, 2, 2))}
add(
    "links of programs",
    Case("g.edgelist", weighed("{} x\t{} x\t{{'weight': {}}}\n"), "graph", links,
         {(f"{a} x", f"{b} x", w) for a, b, w in LINKS_OF}),
    Case("g.adjlist", "ann x\tbob x\nbob x\tann x\n", "graph", links, pairs("ann x>bob x", "bob x>ann x")),
    Case("out.a", "% asym weighted\n% 4 3\n1 2 5 100\n1 3 3 101\n2 1 1 102\n3 2 2 103\n", "graph", links, KONECT),
    Case("out.b", "% asym weighted\n1 2\t5\n1 3\t3\n2 1\t1\n3 2\t2\n", "graph", links, KONECT),
    Case("e.csv", "1,2,5,1289241911\n1,3,3,1289241941\n2,1,1,1289243140\n3,2,2,1289245277\n", "graph", links, KONECT),
    Case("e.tsv", "1\t2\t5\t1289241911,7\n1\t3\t3\t1289241941,5\n2\t1\t1\t1289243140\n3\t2\t2\t1289245277,1\n", "graph",
         links, KONECT),
    Case("e.csv", weighed("{},{},{}\n", "Sender Account,Receiver Account,Amount\n"), "graph", links, LINKS_OF),
    Case("e.csv", "citing_doi,cited_doi\n10.1/a,10.1/b\n10.1/b,10.1/c\n", "graph", links,
         pairs("10.1/a>10.1/b", "10.1/b>10.1/c")),
    Case("e.csv", weighed("{},{},{}\n", "screen_name,retweeted_screen_name,times\n"), "graph", lambda g: g.n_nodes, 3),
    Case("train2id.txt", "4\n1 2 5\n1 3 3\n2 1 1\n3 2 2\n", "graph", links, KONECT, "4, was left out"),
    Case("g.gr", "p tw 3 2\n1 2\n2 3\n", "graph", links, pairs("1>2", "2>1", "2>3", "3>2")),
    Case("n.dl", 'dl n=2 format=fullmatrix\nlabels embedded\ndata:\n"ann x" bob\n"ann x" 0 1\nbob 2 0\n', "graph",
         links, {("ann x", "bob", 1.0), ("bob", "ann x", 2.0)}),
    Case("flare.json", '{"name": "a", "children": [{"name": "b", "children": [{"name": "c"}]}, {"name": "d"}]}',
         "graph", links, pairs("a>b", "b>c", "a>d")),
    Case("flare.json", '{"name": "a", "children": [{"name": "a", "children": [{"name": "c"}]}]}', "graph", links,
         pairs("a>a/a", "a/a>a/a/c")),
    Case("e.csv", "source,target\na,b\nb,c\nc,\nd,\na,d\n", "graph", lambda g: (links(g), g.n_nodes),
         (pairs("a>b", "b>c", "a>d"), 4), "2 rows without 'target': read as nodes without that link"),
    Case("e.csv", "source,target,type\na,b,x\nb,c,y\nc,a,x\nd e,,\n", "graph", lambda g: g.n_nodes, 4,
         "1 row without 'target': read as a node without that link"),
    Case("e.csv", "source,target,weight\na,b,1\n,c,2\nb,c,1\n,,\nc,a,1\n", "graph", links, pairs("a>b", "b>c", "c>a"),
         "1 row without 'source': read as a node without that link"),
)  # fmt: skip
WORDS = ["la", "##ing", "la", "##ing"]
SUMMED = [*(",".join([*line.split(","), str(sum(row))]) for line, row in zip(NUMBERS, SQUARE, strict=True)),
          ",".join(map(str, [*map(sum, zip(*SQUARE, strict=True)), sum(map(sum, SQUARE))]))]  # fmt: skip
add(
    "matrices of programs",
    Case("m.csv", "V1,V2,V3,V4\n" + "\n".join(NUMBERS), "matrix", values, SQUARE),
    Case("m.csv", "0,1,2,3\n" + "\n".join(NUMBERS), "matrix", values, SQUARE),
    Case("m.txt", "0110\n1001\n0100\n1000\n", "matrix", lambda m: values(m)[1], [1, 0, 0, 1]),
    Case("m.csv", "a,b,c,d\n" + "\n".join(NUMBERS), "table", lambda t: t.n_features, 4, "may be a square matrix"),
    Case("m.txt", " [,1] [,2] [,3]\n[1,]  0.5 -1 3\n[2,] 2 0 4\n[3,] 1 1 1\n", "matrix", values,
         [[0.5, -1, 3], [2, 0, 4], [1, 1, 1]]),
    Case("a.csv", table_of([[".1"] * 4] * 4, WORDS, WORDS, ""), "matrix", lambda m: m.row_ids,
         ["la (1)", "##ing (1)", "la (2)", "##ing (2)"]),
    Case("a.csv", table_of([[".1"] * 3] * 3, ("la", "le", "la"), ("la", "le", "la.1"), ""), "matrix",
         lambda m: m.column_ids, ["la (1)", "le", "la (2)"]),
    Case("a.json", json.dumps({"tokens": ["la", "le"], "attention": [[-0.5, 1], [2, 0.25]]}), "matrix",
         lambda m: (m.row_ids, values(m)), (["la", "le"], [[-0.5, 1], [2, 0.25]])),
    Case("m.csv", ",a,b,c\na,1,,\nb,2,1,\nc,3,-4,1\n", "matrix", values, [[1, 2, 3], [2, 1, -4], [3, -4, 1]],
         choices={"triangle": True}),
    Case("m.csv", table_of([["", "1"], ["2", ""]], "ab", "ab", ""), "graph", adjacency, (["a", "b"], [[0, 1], [2, 0]]),
         "Nothing in 2 cells was read as 0"),
    Case("m.csv", table_of([["x", "1"], ["2", "x"]], "ab", "ab", ""), "matrix", values, [[0, 1], [2, 0]],
         "'x' in 2 cells"),
    Case("m.csv", ",a,b,c,d,zus\n" + "\n".join(f"{n},{row}" for n, row in zip([*"abcd", "zus"], SUMMED, strict=True)),
         "graph", lambda g: g.n_nodes, 5, "“zus” looks like a margin"),
    Case("p.csv", "region;a;b;Gesamtergebnis\nx;1;2;3\ny;4;5;9\nz;1;1;2\nGesamtergebnis;6;8;14\n", "table",
         lambda t: t.n_samples, 4, "“Gesamtergebnis”, looks like the sum of the others"),
    Case("p.csv", "region;a;b;Gesamtergebnis\nx;1;2;3\ny;4;5;9\nz;1;1;2\nGesamtergebnis;6;8;14\n", "matrix",
         values, [[1, 2], [4, 5], [1, 1]], choices={"margins": "drop"}),
)  # fmt: skip
# Lines too many, halves, marks of programs
AB = [f"{i / 4},{i % 3},{'xy'[i % 2]}" for i in range(8)]
FULL = ([*"ABC"], [[0, 5, 3], [5, 0, 4], [3, 4, 0]])
add(
    "lines and marks of programs",
    Case("t.csv", "\n".join(["a,b,class", *AB, "a,b,class", *AB, ""]), "table", shape_and_classes,
         ((16, 2), ["x", "y"]), "1 line repeats the header and was left out"),
    Case("t.csv", "\n".join(["a,b,class", *AB, "Note: in USD, at prices of 2020", "* estimated", ""]), "table",
         shape_and_classes, ((8, 2), ["x", "y"]), "2 lines below the table were left out"),
    Case("t.gct", "#1.2\n4\t2\nNAME\tDescription\tS1\tS2\n" + rows(4, lambda i: f"g{i},na,{i}.5,{i}", mark="\t"),
         "table", lambda t: t.feature_names[-2:], ["S1", "S2"], "counts of rows and columns"),
    Case("t.txt", "# A tibble: 3 x 2\n      x     y class\n  <dbl> <dbl> <chr>\n1   0.5   1.5 a    \n"
         "2   1.5   2.5 b    \n3   2.5   3   a    \n4   3     0.5 b    \n", "table",
         shape_and_classes, ((4, 2), ["a", "b"])),
    Case("k.txt", "0.10D+01 0.50D-01\n0.25D+00 0.10D+01\n0.5D+00 1.D+00\n", "table", lambda t: t.X[0].tolist(),
         [1.0, 0.05], "0.10D+01 as"),
    Case("c.txt", "          Reference\nPrediction  a  b\n         a 12  1\n         b  0 11\n", "graph", adjacency,
         (["a", "b"], [[12, 1], [0, 11]]), "1 line above the header"),
    Case("t.csv", "time,n,class\n" + rows(9, lambda i: f"{i}:0{i} PM,{i * i},{'ab'[i % 2]}"), "table",
         lambda t: t.feature_names, ["n"], "its text differs on every row"),
    Case("d.csv", ";A;B;C\nA;0;;\nB;5;0;\nC;3;4;0\n", "graph", adjacency, FULL, "One half is empty"),
    Case("d.txt", "\tA\tB\tC\nA\t\t5\t3\nB\t\t\t4\nC\t\t\t\n", "matrix", values, FULL[1], "One half is empty"),
    Case("d.csv", ";A;B;C\nA;0;;\nB;5;0;\nC;3;4;0\n", "graph", adjacency, ([*"ABC"], [[0, 0, 0], [5, 0, 0], [3, 4, 0]]),
         choices={"triangle": False}),
    Case("d.csv", ",A,B,C\nA,0,5,3\nB,6,0,4\nC,3,4,0\n", "matrix", values, [[0, 5, 3], [6, 0, 4], [3, 4, 0]],
         "Both halves are filled in", {"triangle": True}),
    Case("c.csv", "var1,var2,r\na,b,0.5\nc,a,-0.25\na,a,1\n", "matrix", lambda m: values(m)[0], [1, -0.25, 0.5],
         choices={"triangle": True}),
    Case("q.csv", "".join(f'"{line}"\n' for line in ["a;b;class", *(line.replace(",", ";") for line in AB)]), "table",
         shape_and_classes, ((8, 2), ["x", "y"])),
    Case("car.data", rows(24, lambda i: f"{i / 8},{[2, 3, 4, '5more'][i % 4]},{'ab'[i % 2]}"), "table",
         lambda t: t.feature_names[1:], ["x2=2", "x2=3", "x2=4", "x2=5more"], "holds 4 categories"),
    Case("t.csv", "ticket,fare,survived\n" + rows(240, lambda i: f"{'A/5 ' * (i % 3 < 1)}{i % 200},{i / 8},{i % 2}"),
         "table",
         lambda t: t.feature_names, ["fare"], "too many for categories"),
    Case("d.csv", ",a,b,c\na,,1,\nb,2,,\nc,,,\n", "graph", adjacency, ([*"abc"], [[0, 1, 0], [2, 0, 0], [0, 0, 0]]),
         "Nothing in 7 cells was read as 0"),
    Case("t.csv", "a,b\n" + rows(8, lambda i: f"{i / 4},{-999 if i % 4 else i}"), "table", lambda t: t.X[1].tolist(),
         [0.25, -999],
         "−999 in 'b' is far from all other numbers"),
)  # fmt: skip
add(
    "titles of links",
    Case("t.csv", "t,i,j\n20,1,2\n20,2,3\n40,3,1\n", "graph", links, pairs("1>2", "2>3", "3>1")),
    Case("s.tsv", "doc_a\tdoc_b\tcosine\nd1\td2\t0.5\nd2\td3\t0.25\n", "graph", links,
         {("d1", "d2", 0.5), ("d2", "d3", 0.25)}),
    Case("l.csv", "child,parent\nB,A\nC,A\nD,B\nE,B\n", "graph", links, pairs("B>A", "C>A", "D>B", "E>B"), "a header"),
    Case("l.csv", "caller,made by\n" + rows(7, lambda i: f"{'abcdefg'[i]},{'aab'[i % 3]}"), "graph",
         lambda g: g.node_ids[0], "caller", "“caller, made by”, was read as a link"),
    Case("p.csv", "package,version,depends_on\na,1,b\na,1,c\nb,2,c\n", "graph", links, pairs("a>b", "a>c", "b>c")),
    Case("z.csv", "orig_zone,dest_zone,mode,trips\nZ1,Z2,car,2\nZ2,Z1,bus,3\n", "graph", links,
         {("Z1", "Z2", 2.0), ("Z2", "Z1", 3.0)}),
    Case("y.csv", "land,from,to,growth\na,1990,1995,2.5\nb,1990,2000,1.5\na,1995,2001,1.5\n", "table",
         lambda t: t.n_samples, 3),
    Case("y.csv", "land;goes;2019\na;b;1,5\nb;a;2,5\nc;a;3,5\n", "graph", lambda g: g.node_ids, ["a", "b", "c"]),
    Case("a.txt", "main -> init, run\nrun -> load\n", "graph", links, pairs("main>init", "main>run", "run>load")),
    Case("a.txt", "Lee, A -> Kim, B\nKim, B -> Lee, A\n", "graph", lambda g: g.node_ids, ["Lee, A", "Kim, B"]),
    Case("m.csv", "day,home,away,goals\n1,Ajax,PSV,2\n2,PSV,AZ,1\n3,AZ,Ajax,0\n4,PSV,Ajax,3\n", "table",
         lambda t: t.n_samples, 4, "each row may be a link"),
)  # fmt: skip


def read(case: Case) -> Any:
    data = case.text if isinstance(case.text, bytes) else case.text.encode()
    if case.choices:
        file = io.BytesIO(data)
        file.name = case.name
        return {"graph": read_graph, "table": read_table, "matrix": read_matrix}[case.kind](
            file, **case.choices
        )
    out = read_given(UploadedFile(case.name, data), reading=Reading(missing="columns"))
    assert out.error is None, out.error
    assert out.reading.kind == case.kind
    return out.data


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_is_read_as_it_is_meant(case: Case) -> None:
    data = read(case)
    found = case.what(data)
    assert (
        found == pytest.approx(case.expected)
        if isinstance(found, list) and found and isinstance(found[0], float)
        else found == case.expected
    )
    assert any(case.note in note for note in data.notes) or not case.note, data.notes


@pytest.mark.parametrize(
    "graph", [nx.DiGraph([("a", "b"), ("b", "c")]), nx.DiGraph([(0, 1), (1, 2)]), nx.path_graph(9)]
)
def test_an_adjacency_of_pandas_is_a_graph(graph: Any) -> None:
    found = read_graph(nx.to_pandas_adjacency(graph))
    assert found.node_ids == [str(node) for node in graph]
    assert found.n_edges == nx.DiGraph(graph).number_of_edges()


def test_a_frame_of_edges_without_titles_is_no_adjacency() -> None:
    assert read_graph(pd.DataFrame([(0, 1, 2.0), (1, 2, 3.0), (2, 0, 1.0)])).n_edges == 3


@pytest.mark.parametrize(
    ("edges", "labels_file", "expected"),
    [
        (b"0,3\n3,1\n1,2\n2,0\n", b"0\n1\n0\n1\n", {"0": "0", "1": "1", "2": "0", "3": "1"}),
        (b"1 3\n3 2\n", b"x\ny\nx\n", {"1": "x", "2": "y", "3": "x"}),
        (b"0\t2\n2\t0\n", b"a\nb\na\n", {"0": "a", "1": "b", "2": "a"}),
    ],
)
def test_labels_by_line(edges: bytes, labels_file: bytes, expected: dict[str, str]) -> None:
    graph = read_graph(edges, labels=labels_file)
    assert dict(zip(graph.node_ids, graph.labels.tolist(), strict=True)) == expected


PARTIES = b"id,name,age,gender,party\nA,Ann,30,f,red\nB,Bob,40,m,blue\nC,Cy,50,m,red\nD,Dot,60,f,blue\n"


@pytest.mark.parametrize(
    "edges",
    [
        b"A,B\nB,C\nC,D\n",
        b"graph [ directed 1 "
        + b"".join(b'node [ id %d label "%c" sex "%c" ] ' % (i, 65 + i, b"fm"[i % 2]) for i in range(4))
        + b"edge [ source 0 target 3 ] ]",
    ],
)
def test_the_label_among_columns_of_nodes_is_asked_for_and_can_be_chosen(edges: bytes) -> None:
    with pytest.raises(Unsure, match="or choose one") as raised:
        read_graph(edges, labels=PARTIES)
    assert [way.choices for way in raised.value.ways] == [{"label": "gender"}, {"label": "party"}]
    graph = read_graph(edges, labels=PARTIES, label="party")
    assert dict(zip(graph.node_ids, graph.labels.tolist(), strict=True)) == dict(
        zip("ABCD", ["red", "blue"] * 2, strict=True)
    )


@pytest.mark.parametrize("name", ["name", "title", "SUID", "id"])
def test_a_file_of_labels_may_name_nodes_by_any_attribute_that_tells_them_apart(name: str) -> None:
    texts = {"name": "N{i}", "title": "T{i}", "SUID": "{i + 7}"}
    keys = [
        {"name": f"N{i}", "title": f"T{i}", "SUID": str(i + 7), "id": str(60 + i)}[name] for i in range(4)
    ]
    told = "node,class\n" + "".join(f"{key},{'xy'[i % 2]}\n" for i, key in enumerate(keys))
    graph = read_graph(graphml(texts, 4).encode(), labels=told.encode())
    assert graph.node_ids == ["N0", "N1", "N2", "N3"]
    assert graph.labels.tolist() == ["x", "y", "x", "y"]


def test_numbers_as_text_tell_the_sheet_of_a_workbook() -> None:
    book = openpyxl.Workbook()
    book.active.append(["About these data"])
    data = book.create_sheet("Data")
    for row in (["share", "class"], *([f"{i}.5%", "xy"[i % 2]] for i in range(24))):
        data.append([None, None, *row])
    assert read_table(saved(book.save)).X[:2, 0].tolist() == [0.5, 1.5]


def test_titles_above_the_header_of_a_sheet() -> None:
    book = openpyxl.Workbook()
    for row in (["Report 2024"], [], ["a", "b", "class"], *([i, i / 2, "xy"[i % 2]] for i in range(24))):
        book.active.append(row)
    table = read_table(saved(book.save))
    assert table.feature_names == ["b"]
    assert any("1 row above the header" in note for note in table.notes)


ASKED = {
    "signed": (
        "s.csv",
        SIGNED,
        [{"kind": "matrix", "long": True}, {"signs": "absolute"}, {"signs": "positive"}],
    ),
    "times first": ("c.dat", "20 1 2\n20 2 3\n40 1 3\n60 4 1\n", [{"ends": (1, 2)}]),
    "weights of 0": ("e.txt", "0 1 0\n1 2 1\n2 0 0\n3 1 1\n", [{"weight": False}]),
    "classes of eighteen": ("g.graphml", graphml(TWO, 18), [{"label": "dept"}, {"label": "gender"}]),
    "an empty half": ("m.csv", ";a;b;c\na;0;;\nb;5;0;\nc;3;-4;0\n", [{"triangle": False}]),
    "empty cells": (
        "p.csv",
        "x,N,S,W,Total\nN,,2,3,5\nS,8,,1,9\nW,1,,,1\nTotal,9,2,4,15\n",
        [{"triangle": False}],
    ),
    "one half in long form": (
        "c.csv",
        "var1,var2,r\na,b,0.5\na,c,-0.25\nb,c,0.1\na,a,1\n",
        [{"triangle": True}],
    ),
    "titles": ("l.csv", CASES["titles of links 4"].text, [{"header": 1}]),
    "a comma": ("t.csv", "a;b\n1,234;x\n2,345;y\n", [{"thousands": ","}, {"decimal": ","}]),
    "relations": ("n.sif", SIF, [{"only": ["pd"]}]),
    "a margin": ("c.csv", CROSS.format("All"), [{"margins": "drop"}]),
    "distances": ("d.csv", ",a,b,c\na,0,2,3\nb,2,0,4\nc,3,4,0\n", [{"kind": "matrix", "distances": True}]),
    "cases": ("t.csv", CASES["table 7"].text, [{"same_case": True}]),
    "classes": ("g.graphml", graphml(TWO), [{"label": "dept"}, {"label": "gender"}]),
    "two kinds": (
        "r.csv",
        "user,movie\n1,1\n2,1\n",
        [{"bipartite": False}, {"kind": "matrix", "long": True}],
    ),
}


@pytest.mark.parametrize("case", ASKED)
def test_what_is_asked_carries_its_answers_through_a_process_and_each_can_be_read(case: str) -> None:
    name, text, expected = ASKED[case]
    out = pickle.loads(pickle.dumps(read_given(UploadedFile(name, str(text).encode()))))
    asked = (
        [out.error] if out.error is not None else [note for note in out.data.notes if isinstance(note, Ask)]
    )
    assert all(isinstance(each, Ask | Unsure) for each in asked)
    ways = [dict(way.choices) for each in asked for way in each.ways]
    assert ways == expected
    for way in ways:
        assert parse(UploadedFile(name, str(text).encode()), None, out.reading.changed(**way)).n_samples


@pytest.mark.parametrize("mark", ["-999", "-999.00", "9999"])
def test_a_number_that_may_mark_missing_values_is_asked_about(mark: str) -> None:
    data = ("a,b\n" + rows(8, lambda i: f"{i},{mark if i % 4 else i}")).encode()
    asked = [note for note in read_table(data).notes if isinstance(note, Ask)]
    chosen = asked[0].ways[0].choices
    frame = pd.read_csv(io.BytesIO(data))
    for source in (data, frame):
        table = read_table(source, missing="drop", **chosen)
        assert table.X.tolist() == [[0, 0], [4, 4]]
        assert not any(isinstance(note, Ask) for note in table.notes)


@pytest.mark.parametrize(
    "cells", [[-50, -50, 1, 2], [-999, 1, 2, 3], [-999, -999, -150, 2], [998, 998, 1, 2]]
)
def test_a_number_like_others_marks_nothing(cells: list[int]) -> None:
    table = read_table(("a,b\n" + rows(4, lambda i: f"{i},{cells[i]}")).encode())
    assert not any(isinstance(note, Ask) for note in table.notes)


GAPS = {
    "-": "'-' is not a number",
    "#N/A": "'#N/A' is not a number",
    "n.a.": "'n.a.' is not",
    "": "The cell is empty",
}


@pytest.mark.parametrize("cell", GAPS)
def test_what_stands_in_a_cell_without_a_number_is_said(cell: str) -> None:
    with pytest.raises(DataError, match=f"Line 2, column 'b': {GAPS[cell]}"):
        read_table(f"a,b,class\n1,{cell},x\n2,3,y\n".encode())
    if cell not in ("-", "n.a."):  # 0 in a matrix
        with pytest.raises(DataError, match=f"Line 2, column 'b': {GAPS[cell]}"):
            read_matrix(f",a,b,c\na,1,{cell},2\nb,3,4,5\nc,1,-2,3\n".encode())


def test_numbers_with_marks_are_read_in_every_format_of_tables() -> None:
    frame = pd.DataFrame(
        {"share": ["4.5%", "10%", "7%"], "area": ["5 m2", "6 m2", "-"], "class": ["x", "y", "x"]}
    )
    for source in (frame, frame.to_json(orient="records").encode(), frame.to_csv(index=False).encode()):
        table = read_table(source, missing="median")
        assert table.X.tolist() == [[4.5, 5], [10, 6], [7, 5.5]]
        assert any("unit m2" in note for note in table.notes)


FOREIGN = {
    "dump.sql": (b"-- made today\nCREATE TABLE e (a int);\nINSERT INTO e VALUES (1);\n", "SQL", "CSV"),
    "console.txt": (b"> head(x)\n  a b\n1 2 3\n", "console", "write.csv"),
    "b.xml": (
        b'<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
        "Excel",
        "xlsx",
    ),
    "t.tex": (b"\\begin{tabular}{lr}\nx & 1 \\\\\n\\end{tabular}\n", "LaTeX", "CSV"),
    "w.txt": (b'{| class="wikitable"\n! a !! b\n|-\n| 1 || 2\n|}\n', "MediaWiki", "CSV"),
    "f.txt": (b"     a  b\n0    1  2\n..  ..  ..\n99   3  4\n", "pandas", "to_csv"),
    "default edge.csv": (
        b'"SUID","interaction","name","selected"\n"1","pp","a (pp) b","false"\n',
        "Cytoscape",
        "SIF or GraphML",
    ),
    "edges.csv": (
        b'SUID,interaction,name,shared interaction,shared name\n"0","pp","a (pp) b","pp","a (pp) b"\n'
        b'"1","pp","b (pp) c","pp","b (pp) c"\n',
        "",
        "SIF or GraphML",
    ),
    "m.pt": (packed(("m/data.pkl", b"x"), ("m/version", b"3")), "", "numpy.save"),
    "x.txt": (b'2 x 2 sparse Matrix of class "dgCMatrix"\n  a b\na . 1\nb 1 .\n', "", "writeMM"),
    "x.gw": (b"LEDA.GRAPH\nstring\nint\n-1\n2\n|{a}|\n|{b}|\n1\n1 2 0 |{4}|\n", "LEDA", "Export it as GML"),
    "x.adjlist": (
        saved(lambda file: nx.write_multiline_adjlist(nx.DiGraph(["ab", "bc"]), file)),
        "",
        "multiline",
    ),
    "n.xgmml": (
        b'<?xml version="1.0"?>\n<graph label="n" xmlns="http://www.cs.rpi.edu/XGMML">',
        "XGMML",
        "GraphML",
    ),
    "sparse.txt": (b"  (0, 1)\t5.0\n  (1, 2)\t3.0\n", "SciPy", "mmwrite"),
    "a.m": (b"[0 1 0; 1 0 1; 0 1 0]\n", "MATLAB", "writematrix"),
    "net.lgl": (b"# a\nb 1\n# b\nc 2\n", "LGL", "awk"),
    "g.g6": (b">>graph6<<DqK\n", "graph6", "networkx.read_graph6"),
    "g.graph": (b"3 2\n2\n1 3\n2\n", "METIS", "awk"),
    "n.cx2": (b'[{"CXVersion": "2.0"}]', "CX", "GraphML"),
    "t.ttl": (b"@prefix a: <http://a.b/> .\n", "RDF", "rdflib"),
    "t.txt": (b"<http://a.b/c> <http://a.b/d> <http://a.b/e> .\n", "N-Triples", "tabs"),
    "t.html": (b"<!DOCTYPE html><html><table></table></html>", "HTML", "read_html"),
    "t.md": (b"| a | b |\n|---|:--|\n| 1 | 2 |\n", "Markdown", "bars"),
    "bars.txt": (b" id | cls \n----+-----\n  1 | x\n", "Markdown", "bars"),
    "mysql.txt": (
        b"+----+---+\n| id | a |\n+----+---+\n|  1 | x |\n+----+---+\n",
        "lines drawn in it",
        "bars",
    ),
    "sap.txt": (
        b"-" * 12 + b"\n| Nr | Art |\n" + b"-" * 12 + b"\n|  1 | RV  |\n",
        "lines drawn in it",
        "dashes",
    ),
    "z.txt": (b"# A\n (1.5e+00-2.0e+00j) (3.0e-01+1.0e+00j)\n", "complex numbers", "abs(A)"),
    "r.txt": (b"structure(list(a = c(1, 2)), row.names = c(NA, -2L))\n", "R", "dget"),
    "t.nwk": (b"((a:1,b:2):0.5,c:3);\n", "Newick", "cophenetic"),
    "tree.txt": (b"((a:1,b:2):0.5,c:3);\n", "Newick", "cophenetic"),
    "d.meg": (b"#mega\n!Title x;\n#a\n#b\n0.1\n", "MEGA", "CSV"),
    "v.vcf": (b"##fileformat=VCFv4.2\n#CHROM\tPOS\n1\t5\n", "VCF", "plink"),
    "g.yaml": (b"edges:\n  - [a, b]\n", "YAML", "safe_load"),
    "a.txt": (b"[[50  3]\n [ 4 41]]\n", "array", "savetxt"),
    "edge_index.txt": (b"tensor([[0, 1],\n        [1, 2]])\n", "array", "savetxt"),
    "rows.txt": (b"{'a': 1, 'b': 'x'}\n{'a': 2, 'b': 'y'}\n", "dictionary", "json.dump"),
    "m.mmd": (b"graph TD\nA-->B\n", "Mermaid", "A -> B"),
    "d.dta": (b"<stata_dta><header>\0\0", "Stata", "read_stata"),
    "d.feather": (b"ARROW1\0\0", "Arrow", "read_feather"),
    "all.csv": (b'"_id","_labels","name","_start","_end","_type"\n"0",":User","a",,,\n', "Neo4j", "MATCH"),
    "rows.csv": (b'n,r,m\n"(:U {name: ""a""})","[:KNOWS]","(:U {name: ""b""})"\n', "Neo4j", "MATCH"),
    "iris.tab": (
        b"a\tb\tk\ncontinuous\td\td\nmeta\t\tclass\n1\tx\ty\n",
        "Orange",
        "sed '2,3d' iris.tab > iris.csv",
    ),
    "s.arff": (
        b"@relation x\n@attribute a numeric\n@attribute b {p,q}\n@data\n{0 1.5, 1 q}\n",
        "sparse ARFF",
        "weka",
    ),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_not_read_is_named_with_a_conversion(name: str) -> None:
    data, what, how = FOREIGN[name]
    error = read_given(UploadedFile(name, data)).error
    assert isinstance(error, DataError)
    assert what in error.problem
    assert how in error.remedy


NEO4J = (
    b'{"type":"node","id":"0","labels":["User"],"properties":{"name":"a","age":3}}\n'
    b'{"type":"node","id":"1","labels":["User"],"properties":{"name":"b"}}\n'
    b'{"type":"node","id":"2","labels":["Shop"],"properties":{"name":"c"}}\n'
    b'{"type":"relationship","id":"0","label":"KNOWS","properties":{"weight":2.5},"start":{"id":"0"},"end":{"id":"1"}}\n'
    b'{"type":"relationship","id":"1","label":"BUYS","start":{"id":"1"},"end":{"id":"2"}}\n'
).splitlines()


@pytest.mark.parametrize(
    "text",
    [
        b"\n".join(NEO4J),
        b"[%s]" % b",".join(NEO4J),
        b'{"nodes":[%s],"rels":[%s]}' % (b",".join(NEO4J[:3]), b",".join(NEO4J[3:])),
    ],
    ids=["lines", "list", "object"],
)
def test_an_export_of_neo4j_is_a_graph(text: bytes) -> None:
    out = read_given(UploadedFile("all.json", text))
    assert links(out.data) == {("a", "b", 2.5), ("b", "c", 1.0)}
    assert out.data.labels.tolist() == ["User", "User", "Shop"]
    assert read_graph(text, only=["BUYS"]).n_edges == 1


def test_an_unknown_choice_is_named() -> None:
    with pytest.raises(TypeError, match=r"read_graph takes no 'margin'; its choices are header"):
        read_graph(b"a,b\n", margin="drop")  # type: ignore[call-arg]
    with pytest.raises(
        DataError, match=r"There is no choice signs='both'. Choose one of 'absolute', 'positive'"
    ):
        read_graph(b"a,b\n", signs="both")  # type: ignore[arg-type]


TITLED = {
    "STRING": "#node1\tnode2\tid1\tid2\tscore\na\tb\t9.a\t9.b\t.9\nb\tc\t9.b\t9.c\t.8\nc\ta\t9.c\t9.a\t.7\n",
    "BioGRID": "Interactor A\tInteractor B\tSystem\tScore\na\tb\tx\t.5\nb\tc\ty\t.7\nc\ta\tx\t.9\n",
    "Neo4j": ":START_ID,role,:END_ID\na,x,b\nb,y,c\nc,z,a\n",
    "SNAP": "# FromNodeId\tToNodeId\na\tb\nb\tc\nc\ta\n",
}


@pytest.mark.parametrize("name", TITLED)
def test_ends_by_the_titles_of_public_databases(name: str) -> None:
    out = read_given(UploadedFile("e.tsv", TITLED[name].encode()))
    assert out.reading.kind == "graph"
    assert {(a, b) for a, b, _ in links(out.data)} == {(a, b) for a, b, _ in RING}


def test_years_beside_words_are_a_header() -> None:
    text = "Source;World Bank;;\n\nCountry Name;Country Code;1990;1991\nAruba;ABW;1.5;2.5\nChad;TCD;3.5;4\n"
    assert read_table(text.encode(), label=False).feature_names[-2:] == ["1990", "1991"]


def test_labels_alone_for_nodes_of_words_say_what_to_do() -> None:
    with pytest.raises(
        DataError, match=r"3 labels without the names of their nodes. Write a node and its label"
    ):
        read_graph(b"a,b\nb,c\n", labels=b"x\ny\nx\n")
    with pytest.raises(
        DataError, match="No node of the table has a link: it lists 'p', 'q', and the links use 'a', 'b'"
    ):
        read_graph(b"a,b\nb,a\n", labels=b"node,class\np,x\nq,y\n")


def test_the_nodes_of_gephi_give_classes_and_not_names() -> None:
    nodes = b"Id,Label,timeset,modularity_class\n1,Ann,,0\n2,Bob,,1\n3,Cat,,0\n"
    assert labels(read_graph(b"Source,Target\n1,2\n2,3\n", labels=nodes)) == ["0", "1", "0"]


SIGNED_GRAPHS = {
    "g.net": "*Vertices 2\n1 a\n2 b\n*Arcs\n1 2 -3\n2 1 1\n",
    "g.sif.json": json.dumps({"directed": True, "nodes": [{"id": "a"}, {"id": "b"}],
                              "edges": [{"source": "a", "target": "b", "weight": -3}, {"source": "b", "target": "a"}]}),
    "g.dot": "digraph { a -> b [weight=-3]; b -> a }",
    "g.csv": "source,target,weight\na,b,-3\nb,a,1\n",
}  # fmt: skip


@pytest.mark.parametrize("name", SIGNED_GRAPHS)
def test_every_signed_graph_opens_as_a_matrix(name: str) -> None:
    file = UploadedFile(name, SIGNED_GRAPHS[name].encode())
    refused = read_given(file)
    assert isinstance(refused.error, Unsure)
    out = read_given(file, reading=refused.reading.changed(**refused.error.ways[0].choices))
    assert out.reading.kind == "matrix"
    assert (list(out.data.row_ids), values(out.data)) == (["a", "b"], [[0, -3], [1, 0]])


def test_a_signed_adjacency_opens_as_the_matrix_that_it_is() -> None:
    file = UploadedFile("a.csv", b",a,b\na,0,-3\nb,1,0\n")
    refused = read_given(file, reading=Reading("graph"))
    assert isinstance(refused.error, Unsure)
    out = read_given(file, reading=refused.reading.changed(**refused.error.ways[0].choices))
    assert (list(out.data.row_ids), values(out.data)) == (["a", "b"], [[0, -3], [1, 0]])
