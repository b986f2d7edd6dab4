"""Components that sit on a few samples."""

from __future__ import annotations

import numpy as np

from askcore.ui.components import first_components, skipped


def test_components_on_a_few_samples_are_not_drawn_at_first():
    """Of 100 samples: component 2 is one sample on both sides, component 3 on one side, 4 and 5 on neither."""
    random, one = np.random.default_rng(0), np.eye(100)[:, 0]
    wide = [random.choice([-1.0, 1.0], 100) for _ in range(8)]
    left = np.column_stack([wide[0], one, wide[1], wide[2], wide[3]])
    right = np.column_stack([wide[4], one, one, wide[5], wide[6]])

    def drawn(columns: list[int]) -> tuple[int, int]:
        return first_components(left[:, columns], right[:, columns])

    assert drawn([0, 1, 2, 3, 4]) == (0, 3)
    assert drawn([0, 1, 2]) == (0, 2), "on one side, where there are no others"
    assert drawn([1, 0, 1]) == (0, 1), "the leading ones, where there are no two"
    assert drawn([0]) == (0, 0)
    assert first_components(left) == (0, 2), "of the rows alone"
    assert skipped((0, 1), "sample") == ""
    assert skipped((1, 4), "node").startswith("Components 1, 3 and 4 are not drawn at first: ")
