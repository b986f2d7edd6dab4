"""The question of a sample's card, above all else on the page that the card opens, with its answer.

UI floor. What the answer is, the page computes; how it is found, the card says (``Sample.answer``).
"""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from askcore.datasets import Sample, describe_sample, list_samples
from askcore.ui.data.dataset import Active


def sample_on(current: Active, page: str) -> Sample | None:
    """The sample in use, if this is the page that its card opens."""
    if current.name not in list_samples():
        return None
    sample = describe_sample(current.name)
    return sample if sample.page == page else None


def draw(sample: Sample, answer: str = "", *, where: DeltaGenerator | None = None) -> DeltaGenerator:
    """The question, and in a line of its own the answer."""
    where = where or st.empty()
    where.markdown(f"*{sample.question}*" + f"  \n{answer}" * bool(answer))
    return where
