"""Signing in, where whoever hosts the dashboard asks for it: ``[auth]`` in Streamlit's secrets (docs/hosting.md).

Streamlit speaks OpenID Connect with the provider; without that section nobody is asked.
"""

from __future__ import annotations

import streamlit as st


def is_known() -> bool:
    """Whether this visitor may go on: signed in, or nobody has to."""
    return bool(getattr(st.user, "is_logged_in", True))


def ask() -> None:
    """In place of a page, the button that leads to the provider."""
    st.title("askcore")
    st.markdown("Sign in to use this dashboard.")
    st.button("Sign in", type="primary", on_click=st.login)


def offer_sign_out() -> None:
    """The way out, for who has signed in."""
    if getattr(st.user, "is_logged_in", False):
        st.button("Sign out", width="stretch", on_click=st.logout)
