"""An address: a page and what its controls are set to, as a link says it. Data of one's own are in none.

``url_state`` keeps the settings; what an address does not say stands at its default.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import streamlit as st

from askcore.datasets import DataError, list_public, list_samples
from askcore.ui import url_state
from askcore.ui.contents import MOVED, PAGES, Page, page_of
from askcore.ui.data import dataset

LONGEST, MOST = 4_000, 100  # characters and parts of an address
# In the session: the file of the page; the path of the next one.
_PAGE, _GO = "_page_in_use", "_page_to_go_to"
_STREAMLIT = ("embed", "embed_options")  # how the page is framed, which no address of ours decides
_BY_FILE = {page.file: page for page in PAGES}


@dataclass(frozen=True)
class Address:
    """A page and its settings.

    Attributes
    ----------
    page : the page.
    query : key and text of each setting that does not stand at its default, the data set first, then by name.
    """

    page: Page
    query: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """The settings in an order of their own: equal addresses are equal."""
        ordered = sorted(self.query, key=lambda pair: (pair[0] != "data", pair[0]))
        object.__setattr__(self, "query", tuple(ordered))

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read what ``text`` says, or a person has typed; the host does not count."""
        given = text.strip()
        if len(given) > LONGEST:
            most = f"At most {LONGEST:,} are read."
            raise DataError(f"The address has {len(given):,} characters", remedy=most)
        if not given.isprintable():
            raise DataError("The address has characters that cannot be printed", remedy="Copy it again.")
        try:
            parts = urlsplit(given)
            pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=MOST)
        except ValueError as error:
            most = f"It has at most {MOST} parts after its “?”, joined by “&”."
            raise DataError("The address cannot be read", remedy=most) from error
        name = unquote(parts.path).strip("/").rpartition("/")[2] or "home"
        if name in MOVED:
            title, settings = MOVED[name]
            return cls(page_of(title), tuple({**dict(pairs), **settings}.items()))
        if name not in _BY_FILE:
            known = ", ".join(page.file for page in PAGES if not page.hidden)
            raise DataError(f"“{name[:60]}” is not a page of askcore", remedy=f"The pages are {known}.")
        return cls(_BY_FILE[name], tuple(pair for pair in pairs if pair[0].lower() not in _STREAMLIT))

    def text(self) -> str:
        """As a link says it, without the host: the page, and its settings after a “?”."""
        return self.page.file + ("?" + urlencode(self.query) if self.query else "")

    def get(self, key: str, default: str = "") -> str:
        """The text of a setting, the last one where there are several."""
        return dict(self.query).get(key, default)


def enter(page: Page) -> None:
    """From here on, this is the page that the viewer sees; of the frame, in each of its runs."""
    st.session_state[_PAGE] = page.file


def current() -> Address:
    """What the viewer sees: the page in use and its settings, the data set always among them.

    Of data of one's own it says that they are, and nothing that names a part of them.
    """
    page = _BY_FILE.get(st.session_state.get(_PAGE, ""), PAGES[0])
    name = dataset.active().name
    own = name not in (*list_samples(), *list_public())
    left_out = {"data", *(dataset.keys_of_data() if own else ())}
    said = [pair for pair in url_state.page_params() if pair[0] not in left_out]
    return Address(page, (("data", dataset.OWN_FILE if own else name), *said))


def go(address: Address) -> None:
    """In the next run, show what an address says, and nothing else.

    Data of one's own stay in the session, and in use where the address names no data set.
    """
    name = address.get("data") or dataset.active().name
    titles = {each: dataset.title_of(each) for each in dataset.options()}
    title = titles.get(dataset.UPLOAD if name == dataset.OWN_FILE else name, name)
    url_state.request({**dict(address.query), "data": title}, alone=True)
    st.session_state[_GO] = address.page.path


def go_on(page: Page) -> None:
    """First of all in a run: to the page that ``go`` has named, unless it is this one."""
    path = st.session_state.pop(_GO, page.path)
    if path != page.path:
        st.switch_page(path)
