"""What the first page shows beside the living figure and the samples: three ways on, and what each page answers.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import list_samples
from askcore.ui import frame, tour
from askcore.ui.contents import page_of, sections
from askcore.ui.data import gallery
from askcore.ui.pieces import heading, subheading


def draw_start() -> None:
    """Links to the three ways on, for whoever does not want to scroll."""
    st.markdown("[Bring your own data](#own) · [Choose a sample](#samples) · [Learn step by step](#learn)")


def draw_ways() -> None:
    """Three ways on from here."""
    sample, own, learn = st.columns(3)
    with sample.container(border=True, height="stretch"):
        heading("See it on a sample")
        st.markdown(
            f"{len(list_samples())} data sets, each with a question that it answers. [Choose a sample](#samples)"
        )
    with own.container(border=True, height="stretch"):
        heading("Bring your own data", anchor="own")
        gallery.own_file()
    with learn.container(border=True, height="stretch"):
        heading("Learn step by step", anchor="learn")
        lessons = page_of("Lessons")
        st.markdown("Each lesson shows one idea in a figure that you can change.")
        st.page_link(lessons.path, label="Open the lessons", icon=lessons.symbol)
        tour.offer()


def draw_contents() -> None:
    """What each page answers, section by section as the menu has them."""
    heading("What each page answers")
    with st.container(border=True):
        for section, pages in sections():
            if section:
                subheading(section)
                for page in pages:
                    frame.link_to(page)
