"""Find a kernel in a browser: a click searches, another adopts, and the address follows."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_kernel_is_found_and_adopted(app):
    app.open("/decisions?data=Seven+nodes").title("Decisions").settle()
    app.page.get_by_role("tab", name="Find a kernel").click()
    app.page.get_by_role("button", name=re.compile("Find a kernel")).click()
    app.sees("The best of all kernels, with one view or two, is")
    app.settle()
    app.page.get_by_role("button", name="Use this kernel").click()
    app.page.wait_for_url(re.compile("merge=|kernel=|orientation="))
    app.settle().sees("The best of all kernels, with one view or two, is")
