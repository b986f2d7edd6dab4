"""Components that sit on a few samples."""

from __future__ import annotations

import numpy as np

from askcore.ui.components import first_components, skipped


def test_components_on_a_few_samples_are_not_drawn():
    """Of 100 samples: component 2 is one sample."""
    random, one = np.random.default_rng(0), np.eye(100)[:, 0]
    wide = [random.choice([-1.0, 1.0], 100) for _ in range(3)]
    assert first_components(np.column_stack([wide[0], one, wide[1], wide[2]])) == (0, 2)
    assert first_components(np.column_stack([one, wide[0], one])) == (0, 1), (
        "the leading ones, where there are no two"
    )
    assert first_components(one[:, None]) == (0, 0)
    assert skipped((0, 1), "sample", "coordinate") == ""
    assert skipped((1, 4), "node", "component").startswith(
        "Components 1, 3 and 4 are not drawn: each is dominated"
    )
