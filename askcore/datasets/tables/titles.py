"""Titles of columns, and names of attributes, that say what they hold: one list for all readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from askcore._format import first_few
from askcore._validation import DataError

# Classes, the surest first.
LABELS = (
    "label", "class", "target", "y", "species", "category", "labels", "classes", "class_label", "class label",
    "target_class", "outcome", "diagnosis", "variety", "survived", "group", "role", "community",
    "klasse", "classe", "clase", "gruppe", "groupe", "grupo", "gruppo", "kategorie", "catégorie", "categoría",
)  # fmt: skip
MODULARITY = (
    "modularity_class",
    "modularity class",
    "cluster",
)  # as Gephi and VOSviewer call the classes they find
OWN_BAGS = ("bag", "bag_id", "bagid", "bag id")  # mean nothing else
BAGS = (*OWN_BAGS, "image", "group", "set")
UNNAMED = ("", "Unnamed: 0")  # what pandas and R write above the numbers of the rows
NODE = re.compile(
    r"(node|vertex|id|name|paper|page|user|module|knoten|n(œ|oe)ud|nodo)[\s_-]?(id|name|no)?s?", re.IGNORECASE
)
SUMS = re.compile(
    r"(grand |row |column |col )?(all|totals?|sums?|margins?|overall|world|gesamt(ergebnis|summe)?|summe|insgesamt|"
    r"somme|totale?s?( g[eé]n[eé]rale?| complessivo)?|[Σ∑])",
    re.IGNORECASE,
)
# Of an entry of a matrix
ROW = re.compile(
    r"rows?|rows?[ _]?(id|idx|index|names?|nr|no)|i|var1|dim1|query|level_0|zeile|ligne|fila|riga",
    re.IGNORECASE,
)
COLUMN = re.compile(
    r"col(umn)?s?|col(umn)?s?[ _]?(id|idx|index|names?|nr|no)|j|var2|dim2|key|level_1|spalte|colonn[ea]|columna",
    re.IGNORECASE,
)
VALUE = re.compile(
    r"values?|freq|x|scores?|attention|weights?|similarity|kernel|k|n|r|rho|count|corr(elation)?|entry|data|0|wert|valeur|valore?",
    re.IGNORECASE,
)
# Of a link, in lower case without blanks and marks
_END = r"(node|vertex|account)?(id|name|no)?s?"
_ENDS = tuple(
    (re.compile(source), re.compile(target))
    for source, target in (
        (rf"(source|src|from|start|tail|origin|citing|sender){_END}|(node|vertex|id)[1a]",
         rf"(target|tgt|to|dst|dest|destination|end|head|cited|receiver|cible){_END}|(node|vertex|id)[2b]"),
        (r"von|quelle|herkunft|absender|origen|desde|origine|départ|émetteur|da",
         r"nach|ziel|empfänger|destino|hasta|destinazione|destination|arrivée|destinataire|vers|a"),
        (r"(reporter|exporter|caller|payer|seller|lender|winner)(name|iso)?",
         r"(partner|importer|callee|payee|buyer|borrower|loser)(name|iso)?"),
        (r"(package|module|library|task)(name|id)?", r"depends?on|dependency|dependson(id|name)|requires?|imports?"),
        (r"i", r"j"),
        (r"(protein|gene|(ids?|officialsymbol)?interactor)[1a]",
         r"(protein|gene|(ids?|officialsymbol)?interactor)[2b]"),
    )
)  # fmt: skip
_PAIRS = (
    ("source", "target"), ("src", "dst"), ("from", "to"), ("origin", "destination"), ("sender", "receiver"),
    ("citing", "cited"), ("orig", "dest"),
)  # fmt: skip
_KIND_BEHIND = re.compile(r"\([^()]*+\)\s*$")  # as in Neo4j's :START_ID(Person)
_NO_END = re.compile(r"date|time|year|month|day|lat|lon|lng|^at$|value|amount|balance")
_HEAD, _TAIL = re.compile(r"head|h|subj(ect)?|s|entity1"), re.compile(r"tail|t|obj(ect)?|o|entity2")
_RELATION = re.compile(
    r"relations?(type|name)?|interactions?(type)?|predicate|rel|(edge|link|relationship)?(type|kind)|relationship|layer"
)
_WORD = re.compile(r"[^\W\d_]+")
PLAIN_WEIGHTS = ("weight", "weights", "edgeweight", "edgeweights")  # of which nothing has to be said
_WEIGHTS = frozenset(
    (*PLAIN_WEIGHTS, "w", "amount", "calls", "cosine", "count", "flow", "freq", "frequency", "n", "passengers",
     "polarity", "rating", "score", "sentiment", "sign", "signs", "similarity", "strength", "tonnes", "trips", "value",
     "volume", "gewicht", "anzahl", "betrag", "menge", "stärke", "wert", "poids", "montant", "valeur", "peso", "valor",
     "valore")
)  # fmt: skip
NUMBERED_END = re.compile(r"\w*(id|nr|no|node|vertex|user|person|[a-z]?[12]|[abijuvxy])")
_SAME_KIND = re.compile(
    r"friend|follow|cit(ed|ing)|parent|child|manager|employee|contact|neighbou?r|call(er|ee)|partner|lender|borrower|"
    r"buyer|seller|payer|payee|mentor|predator|prey|husband|wife|^(from|to|start|end|source|target|src|dst|boss|boy|girl|mate|other|reply(to)?)$"
)
_ONE_KIND = re.compile(
    r"users?|customers?|clients?|reviewers?|raters?|members?|visitors?|readers?|viewers?|listeners?|authors?|actors?|"
    r"persons?|people|students?|donors?|patients?|accounts?|consumers?|players?|investors?|voters?|u"
)
_OTHER_KIND = re.compile(
    r"items?|movies?|films?|products?|books?|songs?|tracks?|artists?|albums?|papers?|articles?|courses?|class(es)?|"
    r"pages?|groups?|events?|teams?|clubs?|games?|shops?|stores?|venues?|places?|diseases?|drugs?|tags?|words?|terms?|"
    r"documents?|anime|recipes?|skills?|compan(y|ies)|i"
)
_OF_AN_ID = re.compile(r"(.+?)(id|nr|no|key|code|name|index|idx)")


def plain(title: str) -> str:
    """A title in lower case without blanks and marks."""
    return "".join(filter(str.isalnum, title.lower()))


def position(titles: Sequence[str], wanted: Iterable[str]) -> int | None:
    """Where the first of the wanted titles stands, in any case; None where none of them does."""
    lower = [title.lower().lstrip(":") for title in titles]  # as Neo4j begins :LABEL
    return next((lower.index(name) for name in wanted if name in lower), None)


def position_of(
    titles: Sequence[str], title: object, *, where: str, remedy: str = "Name one of them."
) -> int:
    """Where a column stands that was named, in any case where none is spelt so."""
    at = titles.index(str(title)) if title in titles else position(titles, [str(title).lower()])
    if at is None:
        listed = first_few([repr(each) for each in titles], 20)
        raise DataError(f"There is no column {title!r}; there are {listed}", where=where, remedy=remedy)
    return at


def label_among(titles: Sequence[str], but: int | None = None) -> int | None:
    """The column whose title says that it holds classes; a y beside an x is a coordinate.

    Examples
    --------
    >>> label_among(["x", "y", "Class"]), label_among(["a", "y"]), label_among(["x", "y", "z"])
    (2, 1, None)
    """
    place = len(titles) > 2 and position(titles, ["x"]) is not None
    found = (position(titles, [name]) for name in LABELS if not (place and name == "y"))
    return next((j for j in found if j not in (None, but)), None)


def names_edges(titles: Sequence[str]) -> tuple[int, int] | None:
    """Which titles are called source and target (or from and to, and so on), if two are.

    Examples
    --------
    >>> names_edges(["id", "FromNodeId", "to_node_id"]), names_edges(["width", "target"]), names_edges(["h", "r", "t"])
    ((1, 2), None, (0, 2))
    """
    if names_triple(titles[:3]):
        return 0, 2
    called = [plain(_KIND_BEHIND.sub("", title)) for title in titles]
    for known in _ENDS:
        source, target = (
            next((j for j, title in enumerate(called) if end.fullmatch(title)), None) for end in known
        )
        if source is not None and target is not None:
            return source, target
    for one, other in _PAIRS:
        stems = [title.removeprefix(one) if title.startswith(one) else "" for title in called]
        for j, stem in enumerate(stems):
            if len(stem) > 1 and f"{other}{stem}" in called and not _NO_END.search(stem):
                return j, called.index(f"{other}{stem}")
    return None


def names_triple(titles: Sequence[str]) -> bool:
    """Whether a header names head, relation and tail, in this order."""
    called = [plain(title) for title in titles]
    if len(called) != 3 or not _HEAD.fullmatch(called[0]) or not _TAIL.fullmatch(called[2]):
        return False
    return names_relation(called[1]) or called[1] in ("r", "p", "verb")


def names_relation(title: str) -> bool:
    """Whether a column is called as what says of which kind a link is."""
    return _RELATION.fullmatch(plain(_KIND_BEHIND.sub("", title))) is not None


def called_weight(title: str) -> bool:
    """Whether a word of a column's title says how much.

    Examples
    --------
    >>> [called_weight(title) for title in ("Weight", "trade_value_usd", "flow (g C/m2)", "year")]
    [True, True, True, False]
    """
    return not _WEIGHTS.isdisjoint(_WORD.findall(title.lower().replace("_", " ")))


def one_kind(titles: Sequence[str]) -> bool:
    """Whether a header begins with two names for things of one kind."""
    called = {plain(title) for title in titles[:2]}
    return len(called) == 2 and all(map(_SAME_KIND.search, called))


def two_kinds(titles: Sequence[str]) -> bool:
    """Whether a header begins with two kinds of things, such as users and items.

    Examples
    --------
    >>> two_kinds(["user", "movie"]), two_kinds(["reader_id", "book_id"]), two_kinds(["user_id", "friend_id"])
    (True, True, False)
    """
    called = [plain(title) for title in titles[:2]]
    ids = [_OF_AN_ID.fullmatch(title) for title in called]
    stems = [title if found is None else found[1] for title, found in zip(called, ids, strict=True)]
    if len(set(stems)) < 2 or any(map(_SAME_KIND.search, stems)):
        return False
    short, long = sorted(stems, key=len)
    if len(short) > 2 and long.endswith(short):  # name and retweeted name
        return False
    for one, other in (stems, stems[::-1]):
        if _ONE_KIND.fullmatch(one) and _OTHER_KIND.fullmatch(other):
            return True
    return None not in ids and min(map(len, stems)) > 1
