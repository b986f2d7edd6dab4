"""The sample that a page opens on where nobody has chosen data yet, and its question has no answer on the first sample.

UI floor. Whatever was chosen is never put aside: a sample, a file of one's own, a public set, what the address names.
The sample is lent: whoever leaves the page has the first one back, as it was set, and whoever asks for it on the page
keeps it there.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from askcore.datasets import describe_sample, list_samples
from askcore.ui import url_state
from askcore.ui.data import dataset
from askcore.ui.text.words import plain

# Title of a page, its file, and why it opens on the sample that was made for it.
PAGES = {
    "Nyström speed-up": (
        "nystroem",
        "You have not chosen data yet. So this page shows **{lent}**, which is large enough for sampling to pay. The "
        "other pages show **{own}**.",
    )
}
REFUSED = "_lending_refused"  # in the session: whether the own sample was asked for on such a page
_PAGE, _LOAN = "_lending_page", "_lending_loan"


@dataclass(frozen=True)
class Loan:
    """The data set that was put aside with what its controls held, and the sample that is shown instead."""

    own: str
    settings: url_state.Saved
    lent: str


def arrange(title: str) -> None:
    """Lend a sample to the page that opens, or end a loan; before the sidebar draws its list."""
    came = st.session_state.get(_PAGE) != title
    st.session_state[_PAGE] = title
    loan: Loan | None = st.session_state.get(_LOAN)
    own = st.session_state.get("data", list_samples()[0])
    if loan is not None and own != loan.lent:  # another one was chosen meanwhile
        _end(refused=title in PAGES)
    elif loan is not None and title not in PAGES:
        _give_back()
    elif came and title in PAGES and _is_nobodys_choice(own):
        made = [name for name in list_samples() if describe_sample(name).page == PAGES[title][0]]
        if own not in made:
            _lend(own, made[0])


def _is_nobodys_choice(own: str) -> bool:
    """Whether the first sample is in use because nothing else was asked for."""
    kept = st.session_state.get(REFUSED) or _LOAN in st.session_state or dataset.was_chosen()
    return own == list_samples()[0] and not kept


def say(title: str) -> None:
    """That the page shows a lent sample, with the way back; nothing where it does not."""
    loan: Loan | None = st.session_state.get(_LOAN)
    if loan is None:
        return
    own, lent = (plain(dataset.title_of(name)) for name in (loan.own, loan.lent))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(PAGES[title][1].format(own=own, lent=lent))
        st.button(f"Show {own} instead", key="own_sample", on_click=_refuse)


def put_aside(own: str, other: str) -> Loan:
    """Choose another data set in place of the own one, whose settings are kept."""
    kept = url_state.save(dataset.control_keys())
    dataset.choose(other)
    return Loan(own, kept, other)


def give_back(loan: Loan) -> None:
    """Choose the own data set again, as it was set."""
    dataset.choose(loan.own)
    url_state.restore(loan.settings)


def _lend(own: str, other: str) -> None:
    """Another sample in place of the own one, whose settings are kept."""
    st.session_state[_LOAN] = put_aside(own, other)


def _refuse() -> None:
    _give_back()
    st.session_state[REFUSED] = True


def _give_back() -> None:
    """The own sample as it was set, and as nobody's choice."""
    give_back(st.session_state[_LOAN])
    dataset.forget_choice()
    _end(refused=False)


def _end(*, refused: bool) -> None:
    del st.session_state[_LOAN]
    if refused:
        st.session_state[REFUSED] = True
