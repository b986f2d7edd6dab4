"""Formats that are known and not read: named, with one line on how to convert them."""

from __future__ import annotations

import re

from askcore._validation import DataError
from askcore.datasets.files.limits import in_file

# How bytes that are no text begin, what they are, and what to do with them.
_PICKLE = "Pickles are never opened, since they can run code: save the data as CSV."
BINARY = (
    (b"\x89PNG", "a PNG image", "Choose the file with the data."),
    (b"\xff\xd8\xff", "a JPEG image", "Choose the file with the data."),
    (b"GIF8", "a GIF image", "Choose the file with the data."),
    (b"%PDF", "a PDF document", "Choose the file with the data."),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet or document", "Save the sheet as CSV."),
    (b"BZh", "compressed with bzip2", "Unpack it first."),
    (b"\xfd7zXZ", "compressed with xz", "Unpack it first."),
    *((bytes((0x80, version)), "a pickle", _PICKLE) for version in range(2, 6)),
    (b"\x89HDF", "an HDF5 file", "Save the data as CSV, or as .npy."),
    (b"MATLAB 7.3", "a MATLAB file of version 7.3 (HDF5)", "Save it in MATLAB with the option '-v7'."),
    (b"7z\xbc\xaf", "a 7z archive", "Unpack it first."),
    (b"Rar!", "a RAR archive", "Unpack it first."),
    (b"(\xb5/\xfd", "compressed with zstandard", "Unpack it first."),
    (b"SQLite format 3", "an SQLite database", "Export the table as CSV."),
    (b"<stata_dta>", "a Stata data set", 'Convert it: pandas.read_stata("FILE").to_csv("FILE.csv", index=False).'),
    *(
        (bytes((version, order, 1)), "a Stata data set", 'Convert it: pandas.read_stata("FILE").to_csv("FILE.csv").')
        for version in (113, 114, 115) for order in (1, 2)
    ),
    (b"ARROW1", "a Feather or Arrow file", 'Convert it: pandas.read_feather("FILE").to_csv("FILE.csv", index=False).'),
    (b"FEA1", "a Feather file", 'Convert it: pandas.read_feather("FILE").to_csv("FILE.csv", index=False).'),
    (b"$FL2", "an SPSS data set", 'Convert it: pandas.read_spss("FILE").to_csv("FILE.csv", index=False).'),
    (b"ORC", "an ORC file", 'Convert it: pandas.read_orc("FILE").to_parquet("FILE.parquet").'),
    (b"RDX", "an R workspace", 'Convert it in R: write.csv(x, "FILE.csv").'),
    (b"RDA", "an R workspace", 'Convert it in R: write.csv(x, "FILE.csv").'),
    (b"X\n\0\0", "an R object", 'Convert it in R: write.csv(readRDS("FILE"), "FILE.csv").'),
)  # fmt: skip

_CYPHER = "Export with MATCH (a)-[r]->(b) RETURN a.name AS source, b.name AS target, type(r) AS relation."
_GRAPH6 = (
    "a graph in graph6 or sparse6",
    'Convert it: networkx.write_edgelist(networkx.read_graph6("FILE"), "FILE.txt", data=False).',
)
_NEWICK = (
    "a tree in Newick",
    'Save its distances in R: write.csv(ape::cophenetic.phylo(ape::read.tree("FILE")), "FILE.csv").',
)
_ARROWS = "Write each arrow as a line such as: A -> B."
# How a text begins (or, where that says little, the end of its name), what it is, and what to do with it.
_TEXTS = (
    (re.compile(r"\s*+(?:<!doctype html|<html|<table|<body)", re.IGNORECASE), "an HTML page",
     'Convert its table: pandas.read_html("FILE")[0].to_csv("FILE.csv", index=False).'),
    (re.compile(r"\s*+\|?[^\n|]++(?:\|[^\n|]*+)++\n\s*+\|?[ \t]*+:?-{2,}+:?[ \t]*+(?:[|+][ \t:-]*+)*+(?:\n|$)"),
     "a table in Markdown", "Leave out the line of dashes, and the bars at both ends of each line."),
    (re.compile(r"\s*+[+|]?(?:-{3,}+|={3,}+)[-+|=]*+[ \t]*+\n"), "a table with lines drawn in it",
     "Leave out the lines of dashes, and the bars at both ends of each line."),
    (re.compile(r"(?:#[^\n]*+\n)*+\s*+\(?[-+]?\d[\d.]*+(?:e[-+]?\d++)?[-+]\d[\d.]*+(?:e[-+]?\d++)?[ij]\)?[\s,;]"),
     "a table of complex numbers", 'Save their absolute values: numpy.savetxt("FILE.csv", abs(A), delimiter=",").'),
    (re.compile(r"\s*+(?:(?:tensor|array)\(\[|\[\[[^\n,\]]*+\][ \t]*+\n)"), "an array as Python prints it",
     'Save it: numpy.savetxt("FILE.csv", A, delimiter=",").'),
    (re.compile(r"\s*+\[?\s*+\{'"), "a dictionary as Python prints it",
     'Save it: json.dump(x, open("FILE.json", "w")).'),
    (re.compile(r"\s*+(?:\{\{|\[[-\d. \t]++;)"), "a matrix as Mathematica or MATLAB writes it",
     'Save it: Export["FILE.csv", A] in Mathematica, writematrix(A, "FILE.csv") in MATLAB.'),
    (re.compile(r"\s*+(?:<[^>\n]*+>[^\n]*+\n)?(?:[ \t]*+\(\d++, ?\d++\)[ \t]++\S++[ \t]*+\n){2}"),
     "a sparse matrix as SciPy or MATLAB prints it", 'Save it: scipy.io.mmwrite("FILE.mtx", A).'),
    (re.compile(r"\s*+(?:<\?xml[^>]*+>\s*+)?<graph\b[^>]*XGMML"), "a network in XGMML",
     "Export it from Cytoscape as SIF or GraphML."),
    (re.compile(r"(?:[^\n]*+\n){2,70}\.{2,3}[ \t]++\.{2,3}"), "a table as pandas prints it, with rows left out",
     'Save all of it: df.to_csv("FILE.csv").'),
    (re.compile(r"\s*+\\(?:documentclass|begin)\b"), "a LaTeX document", "Save the table as CSV."),
    (re.compile(r"\s*+\{\|"), "a table of MediaWiki", "Save the table as CSV."),
    (re.compile(r"\s*+>{1,3} [\w.]+.*\n"), "what a console shows", 'Save the data: write.csv(x, "FILE.csv") in R.'),
    (re.compile(r"(?:--[^\n]*+\n|\s)*+(?:CREATE TABLE|INSERT INTO|DROP TABLE)\b", re.IGNORECASE), "an SQL dump",
     "Export the table as CSV."),
    (re.compile(r"(?:<\?[^>]*+>\s*+)*+<Workbook\b"), "an XML spreadsheet of Excel 2003", "Save it as .xlsx."),
    (re.compile(r"\s*+structure\("), "an R object", 'Convert it in R: write.csv(dget("FILE"), "FILE.csv").'),
    (re.compile(r"\s*+\([^;\n]*\)[^;\n()]*+;"), *_NEWICK),
    (re.compile(r"#mega\b", re.IGNORECASE), "a MEGA file", "Export the distances from MEGA as CSV, both "
    "halves."),
    (re.compile(r"##fileformat=VCF"), "a list of genetic variants (VCF)",
     "Write a row for each sample: plink --vcf FILE --recode A."),
    (re.compile(r"\s*+(?:```mermaid\s++)?(?:graph|flowchart)\s++(?:TD|TB|BT|LR|RL)\b", re.IGNORECASE),
     "a Mermaid diagram", _ARROWS),
    (re.compile(r"\s*+\(tlp\s"), "a Tulip graph", "Export it from Tulip as GML or GraphML."),
    (re.compile(r"\s*+\*node data", re.IGNORECASE), "a network in VNA", "Export it from UCINET as DL, or from Gephi."),
    (re.compile(r"\s*+nodedef\s*+>", re.IGNORECASE), "a graph in GDF", "Open it in Gephi and export it as GraphML."),
    (re.compile(r"\d+ x \d+ (?:sparse|diagonal) Matrix of class"), "a sparse matrix as R prints it",
     'Save it in R: Matrix::writeMM(x, "FILE.mtx").'),
    (re.compile(r"LEDA\.GRAPH\b"), "a LEDA graph", "Export it as GML."),
    (re.compile(r"(?:#[^\n]*+\n)*+[^\n{]+[ \t,;|]\d+\n[^\n{]+\{[^\n{}]*+\}[ \t]*+\n"),
     "a multi-line adjacency list of networkx",
     'Convert it: networkx.write_weighted_edgelist(networkx.read_multiline_adjlist("FILE"), "FILE.txt").'),
    (re.compile(r"\s*+@startuml", re.IGNORECASE), "a PlantUML diagram", _ARROWS),
    (re.compile(r"\s*+>>(?:graph6|sparse6|digraph6)<<"), *_GRAPH6),
    (re.compile(r'\s*+\[\s*+\{\s*+"(?:CXVersion|numberVerification)"'), "a network in CX",
     "Export it from Cytoscape as SIF or GraphML."),
    (re.compile(r"\s*+(?:@prefix|@base|PREFIX)\s", re.IGNORECASE), "RDF (Turtle)",
     "Convert it with rdflib to lines of subject, predicate and object, separated by tabs."),
    (re.compile(r"\s*+<[a-z][a-z0-9+.-]*+:[^>\s]*+>\s++<[^>\s]*+>\s++[<\"_]", re.IGNORECASE), "RDF (N-Triples)",
     "Convert it to lines of subject, predicate and object, separated by tabs and without the full stop at the end."),
    (re.compile(r"\s*+(?:<\?xml[^>]*+>\s*+)?<rdf:RDF"), "RDF (XML)",
     "Convert it with rdflib to lines of subject, predicate and object, separated by tabs."),
)  # fmt: skip
_ENDINGS = {
    ("g6", "s6", "d6"): _GRAPH6,
    ("metis",): ("a graph in METIS",
        "Convert it: awk 'NR>1{for(i=1;i<=NF;i++)print NR-1\",\"$i}' FILE > FILE.csv (without weights)."),
    ("lgl",): ("an LGL graph",
        "Convert it: awk '$1==\"#\"{a=$2;next}{print a\",\"$1\",\"($2==\"\"?1:$2)}' FILE > FILE.csv."),
    ("cx", "cx2"): ("a network in CX", "Export it from Cytoscape as SIF or GraphML."),
    ("ttl", "nt", "n3", "nq", "rdf", "owl"): ("RDF",
        "Convert it with rdflib to lines of subject, predicate and object, separated by tabs."),
    ("nwk", "newick", "tre"): _NEWICK,
    ("yaml", "yml"): ("YAML", 'Convert it: json.dump(yaml.safe_load(open("FILE")), open("FILE.json", "w")).'),
    ("mmd",): ("a Mermaid diagram", _ARROWS),
}  # fmt: skip
_METIS = re.compile(
    r"(?:%[^\n]*+\n)*+\s*+(\d{1,9})[ \t]++\d{1,12}(?:[ \t]++[01]{1,3}(?:[ \t]++\d{1,3})?)?[ \t]*+\n"
)


_HALF = 'Write both halves: write.csv(as.matrix(d), "FILE.csv") in R, scipy.spatial.distance.squareform(d) in Python.'
_PHYLIP = (
    "a PHYLIP distance matrix",
    r'Convert it: d = pandas.read_csv("FILE", sep=r"\s+", skiprows=1, header=None, index_col=0); '
    'd.set_axis(d.index, axis=1).to_csv("FILE.csv").',
)
_APART = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+")
_ORANGE_KINDS = {"c", "d", "s", "t", "continuous", "discrete", "string", "time", "basket"}
_ORANGE_FLAGS = {"", "c", "m", "i", "w", "class", "meta", "ignore", "weight"}


def _by_lines(start: str) -> tuple[str, str] | None:
    """What the first three lines together tell."""
    lines = [*start.split("\n", 3), "", ""][:3]
    titles, kinds, flags = ([cell.strip().lower() for cell in line.split("\t")] for line in lines)
    if len(titles) == len(kinds) > 1 and _ORANGE_KINDS.issuperset(kinds) and _ORANGE_FLAGS.issuperset(flags):
        return "an Orange table with a header of three lines", "Convert it: sed '2,3d' FILE > FILE.csv."
    columns = lines[0].replace('"', "").split(",")
    if {"name", "interaction"}.issubset(columns) and {"SUID", "shared name"} & {*columns}:
        return (
            "Cytoscape's table of edges, which names both ends in one cell",
            "Export the network as SIF or GraphML.",
        )
    if {"_id", "_start", "_end"}.issubset(columns) or ("(:" in lines[1] and "[:" in lines[1]):
        return "Neo4j's export of nodes and relationships in one table", _CYPHER
    return _of_distances(start)


def _of_distances(start: str) -> tuple[str, str] | None:
    """Whether first lines are a triangle, each with a number more than the one before, or a square below its size."""
    rows = [_APART.split(line.strip(" ,;\t")) for line in start.split("\n")[:-1][:8] if line.strip()]
    alone = rows[0][0] if rows and len(rows[0]) == 1 else ""
    size = int(alone) if alone.isdecimal() and len(alone) < 10 else 0
    words = [not _NUMBER.fullmatch(row[0]) for row in rows]
    many = [
        len(row) - word if all(map(_NUMBER.fullmatch, row[word:])) else -1
        for row, word in zip(rows, words, strict=True)
    ]
    if size > 2 and all(words[1:]) and many[1:] == [size] * min(size, 7):
        return _PHYLIP
    apart = {tuple(line.count(mark) for mark in ",;\t") for line in start.strip("\n").split("\n")[:8]}
    if len(apart) == 1 and any(*apart):  # the empty cells of the other half are there
        return None
    titled = len(many) > 3 and (many[0] < 0 or (size and all(words[1:])))
    half = many[1:] if titled else many
    printed = len(half) == 3 and all(words[1:]) and len(rows[0]) == 3  # by R, of four
    if (len(half) > 3 or printed) and half[0] in (0, 1) and half == list(range(half[0], half[0] + len(half))):
        return "half of a matrix", _HALF
    return None


def refuse_foreign(name: str, text: str) -> None:
    """Raise a DataError for a text in a format that is known and not read; FILE stands for its name."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    found = next((said for endings, said in _ENDINGS.items() if ending in endings), None)
    start = f"{text[:5_000]}\n"
    found = found or next(((what, how) for begins, what, how in _TEXTS if begins.match(start)), None)
    found = found or _by_lines(start)
    if found is None and ending == "graph" and _METIS.match(start):
        found = _ENDINGS[("metis",)]
    if found is not None:
        raise DataError(
            f"This is {found[0]}, which is not supported",
            where=in_file(name),
            remedy=with_name(found[1], name),
        )


def with_name(remedy: str, name: str) -> str:
    """A remedy with the name of the file in it.

    Examples
    --------
    >>> with_name('read("FILE").to_csv("FILE.csv")', "a.dta")
    'read("a.dta").to_csv("a.csv")'
    """
    stem = name.rpartition(".")[0] or name
    return remedy.replace("FILE.", f"{stem}.").replace("FILE", name) if name else remedy
