"""The comparison as it runs on its page.

UI floor.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from askcore.datasets import DataError
from askcore.experiments import ComparisonResult
from askcore.ui.dataset import Active
from askcore.ui.job import Job
from askcore.ui.pages.direction.state import Plan

__all__ = ["JOB", "full_seconds"]

JOB: Job[Plan, ComparisonResult] = Job("compare", limit=12)
_FULL = "_direction_full"


def full_seconds(current: Active, plan: Plan) -> float | None:
    """Forecast of the full comparison; None where it would be refused."""
    known = st.session_state.setdefault(_FULL, {})
    full = replace(plan, effort="full")
    if full not in known:
        known.clear()
        try:
            known[full] = full.comparison(current).seconds
        except DataError:
            known[full] = None
    return known[full]
