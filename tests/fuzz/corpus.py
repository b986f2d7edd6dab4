"""Small valid files of every kind that is read, made in memory: where the fuzzing of the readers starts from."""

from __future__ import annotations

import gzip
from functools import cache

import numpy as np
import scipy.io
from PIL import Image
from scipy import sparse

from tests.datasets.formats.test_graph_round_trips import CASES
from tests.datasets.formats.test_table_round_trips import FRAME, WRITERS
from tests.datasets.made import npy, packed, saved, tarred

EXTENSIONS = (
    "csv", "tsv", "txt", "edges", "cites", "content", "edgelist", "adjlist", "graphml", "gexf", "gml", "net", "json",
    "mtx", "npy", "npz", "mat", "xlsx", "parquet", "arff", "libsvm",
    "dot", "sif", "tgf", "gr", "dl", "jsonl", "paj", "zip", "gz", "tgz", "png", "",
)  # fmt: skip

# Where the content alone does not tell.
OWN_EXTENSION = {
    "adjacency lists": "adjlist",
    "sif": "sif",
    "linqs": "content",
    "partition": "clu",
    "times": "cites",
}

_TEXTS = {
    "libsvm": b"1 1:1.5 3:-2\n2 qid:1 2:1e-7 # last\n1 1:3\n",
    "networkx edges": b"a b {'weight': 2.5, 'since': 1999}\nb c {'weight': 1}\n",
    "adjacency lists": b"a b c\nb c\nc\n",
    "linqs": b"31\t0\t1\tcourse\nx7\t1\t0\tfaculty\n12\t0\t0\tcourse\n",
    "gephi": b"Source,Target,Type,Id,Label,Weight\na,b,Undirected,0,,1\nb,c,Directed,1,,2.5\n",
    "hashtags": b"# who with whom\n#a #b\n#b c\nc #a\n",
    "times": b"a b 1082040961\nb c 1082155839\nc a 1082414391\n",
    "decimal commas": b"a;b;class\n1,5;2;x\n2,25;3;y\n3,5;4;x\n",
    "codes": b"zip,id,label\n01234,9007199254740993,1\n1234,9007199254740992,1.0\n7,3,2\n",
    "years": b"land,1990,1991,1992\na,1.5,2,3\nb,4,5,6\n",
    "gaps": b"x,colour,label\n1,red,a\n?,blue,b\n3,,NA\n4,red,b\n",
    "named square": b",a,b,c\na,0,1.5,2\nb,-1,0,1\nc,1,2,0\n",
    "bare square": b"0 1 2 3\n1 0 1 2\n2 1 0 1\n3 2 1 0\n",
    "bags": b"bag,u,v,label\na,1,2,cat\nb,3,4,dog\na,5,6,cat\n",
    "nodes": b"node,label\na,x\nb,y\nc,\n",
    "labels": b"x\ny\nx\n",
    "partition": b"*Vertices 3\n1\n2\n1\n",
    "market": b"%%MatrixMarket matrix coordinate real general\n% made\n3 3 4\n1 2 1.5\n2 3 1\n3 1 -2\n1 2 1\n",
    "market, symmetric": b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n",
    "market, array": b"%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n",
    "pajek, lists": b'*Vertices 3\n1 "a"\n2 "b"\n*Arcslist\n1 2 3\n*Edgeslist\n2 3\n*Matrix\n0 1 0\n0 0 2\n1 0 0\n',
    "dot": b'strict digraph "x" {\n a -> b; // back\n c -> {a d} [label="pays", weight=2]; subgraph s { d } }\n',
    "sif": b"a\tpd\tb\tc\nb pp a\nd\n",
    "tgf": b"1 a\n2 b\n3 c\n#\n1 2 2.5\n2 3 pays\n",
    "dimacs": b"c made\np sp 3 2\na 1 2 5\na 2 3 1\n",
    "dl": b"dl n=3 format=fullmatrix\nlabels:\na,b,c\ndata:\n0 1 0\n0 0 2\n1 0 0\n",
    "arrows": b"a -> b: 2\nb -> c -> a\n",
    "neighbours": b"a: b c\nb: c\nc: a\n",
    "project": b"*Network n\n*Vertices 3\n1 a\n2 b\n3 c\n*Arcs :1 likes\n1 2\n*Edges\n2 3 2\n"
    b"*Partition s\n*Vertices 3\n1\n2\n2\n",
    "cytoscape.js": b'{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}}], "edges": [{"data": '
    b'{"source": "a", "target": "b", "interaction": "pp"}}]}}',
    "graphology": b'{"options": {"type": "mixed"}, "nodes": [{"key": "a", "attributes": {"class": 1}}, {"key": "b"}], '
    b'"edges": [{"source": "a", "target": "b"}]}',
    "records": b'[{"a": 1.5, "in": {"b": true}, "class": "x"}, {"a": null, "class": "y"}, {"a": 2, "class": "x"}]',
    "json lines": b'{"source": "a", "target": "b"}\n{"source": "b", "target": "c"}\n',
    "marks": b'share;cost;class\n4,5%;"$1.234,50";x\n10%;"(5)";y\n-;"1.000";x\n',
    "flows": b"from \\ to,a,b,c,Total\na,-,\"17,344\",5,\"17,349\"\nb,1,..,2,3\nc,4,5,-,9\n",
    "triples": b"a\tborn in\tb\nb\tcapital of\tc\nd\tborn in\tc\n",
    "titles": b"Report,,\n,,\na,b,class\n1,2,x\n3,4,y\n5,6,x\n",
    "long form": b"row,column,value,row_token\n0,0,.1,the\n0,1,.9,the\n1,0,.5,cat\n1,1,.5,cat\n",
    "broken lines": b'note,v,class\n"a\nb",1,x\n"c",2,y\n',
    "users": b"user,movie,rating\n1,1,2.5\n2,1,3\n2,4,1\n",
    "libsvm kernel": b"-1 0:1 1:1 2:.5\n1 0:2 1:.5 2:1\n",
    "node-link": b'{"directed": "false", "nodes": [{"id": 1, "class": NaN}, {"id": true}], '
    b'"links": [{"source": 1, "target": true, "value": 1e3}]}',
    "gml, repeated": b'graph [\n  directed 1\n  node [ id 1 label "a" value 1 ]\n  node [ id 2 label "b" value 0 ]\n'
    b"  edge [ source 1 target 2 value 2.5 ]\n  edge [ source 1 target 2 ]\n]\n",
}  # fmt: skip
_WORDS = np.array(["u", "vv", "w"], dtype=object)


def _image(colour: int) -> bytes:
    values = (np.arange(256).reshape(16, 16) * colour % 256).astype(np.uint8)
    return saved(lambda file: Image.fromarray(values).save(file, "PNG"))


@cache
def files() -> dict[str, bytes]:
    """Every file, by a name that says what it is."""
    A = sparse.csr_array(np.array([[0, 1, 0], [0, 0, 2.5], [1, 0, 0]]))
    matrices = {
        f"npz, {kind}": saved(sparse.save_npz, A.asformat(kind))
        for kind in ("csr", "csc", "coo", "bsr", "dia")
    }
    arrays = {
        "npy": npy(A.toarray()),
        "npy, big-endian": npy(np.arange(9).reshape(3, 3).astype(">i8")),
        "npy, half": npy(np.eye(3, dtype=np.float16)),
        "npy, labels": npy(np.array(["a", "b", "a"])),
        "npz, graph": saved(
            np.savez, edges=np.array([[0, 1], [1, 2]]), w=np.ones(2), node_labels=np.arange(3.0),
            node_features=np.ones((3, 2)), names=np.array(["a", "b", "ç"]),
        ),
        "npz, parts": saved(
            np.savez, adj_data=np.ones(2), adj_indices=np.array([1, 0]), adj_indptr=np.array([0, 1, 2]),
            adj_shape=np.array([2, 2]), labels=np.array([0, 1]), label_names=np.array(["p", "q"]),
        ),
        "npz, table": saved(np.savez, X=np.eye(4), y=np.array([0, 1, 0, 1])),
        "mat": saved(
            scipy.io.savemat, {"Problem": {"A": sparse.csc_array(np.eye(3)), "aux": {"nodename": _WORDS}}, "y": _WORDS}
        ),
        "mat, table": saved(scipy.io.savemat, {"X": np.eye(3), "gnd": np.array([[1.0, 2, 1]])}),
    }  # fmt: skip
    archives = {
        "zip, a pair": packed(("g/edges.csv", b"a,b\nb,c\nc,a\n"), ("g/nodes.csv", _TEXTS["nodes"])),
        "zip, images": packed(*((f"{c}/{i}.png", _image(c + i)) for c in (1, 2) for i in (1, 2))),
        "gzip": gzip.compress(_TEXTS["gephi"], mtime=0),
        "tar": tarred(("k.csv", _TEXTS["named square"])),
    }
    graphs = {f"graph, {name}": case.data for name, case in CASES.items()}
    tables = {f"table, {name}": write(FRAME) for name, write in WRITERS.items()}
    return {**_TEXTS, **graphs, **tables, **matrices, **arrays, **archives}
