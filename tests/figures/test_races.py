"""Lines over the number of samples."""

from askcore.figures.parts.colours import PALETTES
from tests.figures.checked import lines_by_samples
from tests.figures.conftest import by_name

CURVES = {"nystroem": ([10, 20], [0.5, 1e-7]), "randomized": ([10], [0.2])}


def test_each_method_is_a_line_and_each_level_a_flat_one():
    drawn = lines_by_samples(
        CURVES, {"structured": 0.01}, {"structured": "exact"}, quantity="s", theme="dark"
    )
    lines = by_name(drawn.figure)
    assert set(lines) == {"nystroem", "randomized", "exact"}
    assert lines["exact"].y.tolist() == [0.01, 0.01]
    assert lines["exact"].line.color == PALETTES["dark"].ink
    assert len({(line.line.color, line.line.dash) for line in lines.values()}) == 3
    assert drawn.note == ""


def test_tiny_errors_are_drawn_at_the_least_one_and_the_note_says_so():
    drawn = lines_by_samples(CURVES, {}, {}, quantity="error", tolerance=0.1)
    assert by_name(drawn.figure)["nystroem"].y.tolist() == [0.5, 1e-4]
    assert drawn.note == "Errors below 0.0001 are drawn at 0.0001."
    assert drawn.figure.layout.shapes[0].y0 == 0.1
