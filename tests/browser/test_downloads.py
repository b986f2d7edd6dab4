"""What is taken home: predictions, scores, the figure as a page of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_downloads(app, tmp_path):
    app.open("/decisions?data=Seven+nodes&train=50%25").drawn(3)
    tuned, right = app.metric("Merged"), app.below_metric("Merged").split()[-1]
    app.page.get_by_test_id("stExpander").get_by_text("Take it with you").click()

    def fetch(label: str) -> Path:
        with app.page.expect_download() as caught:
            app.page.get_by_role("button", name=label).click()
        path = tmp_path / caught.value.suggested_filename
        caught.value.save_as(path)
        return path

    table = pd.read_csv(fetch("Predictions (CSV)"))
    assert list(table.columns[:5]) == [
        "sample",
        "label",
        "predicted_source",
        "predicted_target",
        "predicted_merged",
    ]
    assert f"{(table['label'] == table['predicted_merged']).mean():.1%}" == right
    content = json.loads(fetch("Scores (JSON)").read_text())
    assert content["settings"]["data"] == "teaching_graph"
    assert content["settings"]["train_size"] == 0.5
    merged = next(row for row in content["scores"] if row["role"] == "merged")
    assert f"{merged['accuracy']:.1%}" == right
    assert f"{content['tuned'][0]['accuracy']:.1%}" == tuned
    assert "a fit and no prediction" not in app.verdict()
    assert f"of {len(table)} held-out nodes" in app.verdict()

    page = fetch("Figure (HTML, 2 MB)")
    own, asked = app.page.context.new_page(), []
    own.on("request", lambda request: asked.append(request.url))
    own.goto(page.as_uri())
    own.locator(".main-svg").first.wait_for()
    assert asked == [page.as_uri()]
    own.close()
