"""Numbers and choices are what they were when the golden files were written (see ``write.py`` for when that is)."""

import pytest

from tests.golden import data_sets, decisions, numerics, write


def differences(expected, got, tolerance):
    """A line for each quantity that is not what it was: its name, both values and what they may differ by."""
    found = [f"{what}: expected, and not there" for what in expected.keys() - got.keys()]
    found += [f"{what}: there, and not expected" for what in got.keys() - expected.keys()]
    for what in expected.keys() & got.keys():
        allowed = tolerance(what)
        if not same(expected[what], got[what], allowed):
            found.append(f"{what}: expected {expected[what]}, got {got[what]}, tolerance {allowed:g}")
    return sorted(found)


def same(expected, got, allowed):
    """Whether words are equal and numbers close, relative to the expected one or to the first of a list.

    The first number of a list is the size of the others: of an array its root mean square, of a spectrum the top.
    """
    if not isinstance(expected, list):
        return close(expected, got, allowed, 0.0)
    if not isinstance(got, list) or len(expected) != len(got):
        return False
    size = abs(expected[0]) if expected and isinstance(expected[0], float) else 0.0
    return all(close(*pair, allowed, size) for pair in zip(expected, got, strict=True))


def close(expected, got, allowed, size):
    if isinstance(expected, float) and isinstance(got, float):
        return expected == got or abs(expected - got) <= allowed * max(abs(expected), size)
    return type(expected) is type(got) and expected == got


def check(file, name, got, tolerance):
    wrong = differences(write.read(file)[name], got, tolerance)
    assert not wrong, f"{name}, {len(wrong)} of {len(got)} in {file}.json:\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", data_sets.names())
def test_numbers_stay(name):
    check("numerics", name, numerics.numbers(name), numerics.tolerance)


@pytest.mark.parametrize("case", decisions.QUICK)
def test_choices_stay(case):
    check("decisions", case, decisions.decided(case), decisions.tolerance)


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in decisions.CASES if case not in decisions.QUICK])
def test_choices_that_take_longer_stay(case):
    check("decisions", case, decisions.decided(case), decisions.tolerance)


@pytest.mark.parametrize("file", write.ASKED)
def test_the_files_are_whole_and_as_the_script_writes_them(file):
    found = write.read(file)
    assert found.keys() == set(write.ASKED[file][0])
    assert (write.FOLDER / f"{file}.json").read_text("utf-8") == write.as_text(found)


@pytest.mark.parametrize("name", data_sets.names())
def test_a_small_change_of_any_number_is_seen(name):
    expected = write.read("numerics")[name]
    for what, values in expected.items():
        by = 2 * numerics.tolerance(what)
        for i, value in enumerate(values):
            moved = value + by * max(abs(value), abs(values[0]), 1e-9)
            changed = {**expected, what: [*values[:i], moved, *values[i + 1 :]]}
            (said,) = differences(expected, changed, numerics.tolerance)
            assert said.startswith(f"{what}: expected {values}, got ")


def test_another_word_or_a_missing_quantity_is_seen():
    expected = write.read("decisions")["three_in_a_circle"]
    other = {**expected, "outcome": "SYMMETRIC"}
    (said,) = differences(expected, other, decisions.tolerance)
    assert said.startswith("outcome: expected DIRECTION_HELPS")
    del other["outcome"]
    assert differences(expected, other, decisions.tolerance) == ["outcome: expected, and not there"]
