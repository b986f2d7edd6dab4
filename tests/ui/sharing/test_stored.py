"""Results as plain values: they come back as they were, and a file cannot make anything else of them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import DataError, load_sample
from askcore.experiments import KernelChoice, Problem, sampling_study, three_kinds
from askcore.experiments.sampling.triplets import SamplingChoice
from askcore.ui.pages.direction.state import Plan
from askcore.ui.pages.indefinite.state import KindsPlan
from askcore.ui.pages.nystroem.state import RacePlan
from askcore.ui.sharing.stored import LONGEST, Stored, from_plain, to_plain


@dataclass(frozen=True, eq=False)
class Inner:
    values: np.ndarray
    name: str = ""


@dataclass(frozen=True, eq=False)
class Outer:
    """One field of every kind that results have."""

    table: pd.DataFrame
    inner: Inner | None
    by_name: Mapping[float, Inner]
    pairs: tuple[tuple[str, Any], ...]
    way: Literal["in", "out"] | None
    settings: Mapping[str, Any]
    low: float = -math.inf


def outer() -> Outer:
    table = pd.DataFrame(
        {
            "method": ["a", "b"],
            "score": [0.1, math.nan],
            "n": [1, 2],
            "capped": [True, False],
            "mixed": ["x", None],
        }
    )
    inner = Inner(np.arange(6.0).reshape(2, 3), "first")
    settings = {"sizes": (1, 2), "list": [1.5, None], "inner": {"a": np.float64(2.0)}, "none": {}}
    return Outer(
        table,
        inner,
        {math.nan: inner, 1.0: replace(inner, name="b")},
        (("σ", 2.0), ("k", "x")),
        "in",
        settings,
    )


def again(value: Any, kind: Any = None) -> Any:
    """A value, to JSON and back."""
    arrays: dict[str, bytes] = {}
    kind = kind or type(value)
    return from_plain(json.loads(json.dumps(to_plain(value, kind, arrays), allow_nan=False)), kind, arrays)


def test_every_kind_of_field_comes_back():
    before, after = outer(), again(outer())
    pd.testing.assert_frame_equal(after.table, before.table)
    assert after.inner.name == "first"
    np.testing.assert_array_equal(after.inner.values, before.inner.values)
    assert [inner.name for inner in after.by_name.values()] == ["first", "b"]
    assert (after.pairs, after.way, after.low) == (before.pairs, "in", -math.inf)
    assert after.settings == {"sizes": (1, 2), "list": [1.5, None], "inner": {"a": 2.0}, "none": {}}


def comparison():
    data = load_sample("teaching_graph")
    plan = Plan(data.digest, KernelChoice("adjacency"), "quick", "micro_f1", 0)
    return plan, plan.recipe(data)().run()


def race():
    data, kernel, sampling = load_sample("teaching_graph"), KernelChoice("adjacency"), SamplingChoice(3, 5, 5)
    return RacePlan(data.digest, kernel, sampling), sampling_study(Problem(data, kernel), sampling).run()


def kinds():
    data = load_sample("teaching_graph")
    plan = KindsPlan(data.digest, "tl1", True)
    return plan, three_kinds(data, **plan.settings()).run()


@pytest.mark.parametrize("computed", [comparison, race, kinds])
def test_results_of_long_work_come_back(computed):
    plan, result = computed()
    stored = Stored.of("job", plan, result)
    found_plan, found = stored.read(type(plan), type(result))
    assert (found_plan, hash(found_plan)) == (plan, hash(plan))
    once_more = Stored.of("job", found_plan, found)
    assert json.dumps(once_more.result) == json.dumps(stored.result)
    assert once_more.arrays == stored.arrays
    assert getattr(found, "verdict", "") == getattr(result, "verdict", "")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda p: p.pop("table"), "it is no Outer of this version"),
        (lambda p: p.update(extra=1), "it is no Outer of this version"),
        (lambda p: p.update(way="up"), "expected"),
        (lambda p: p.update(low="0"), "expected float, got str"),
        (lambda p: p.update(low=True), "expected float, got bool"),
        (lambda p: p.update(low={"float": "1e9"}), "1e9"),
        (lambda p: p.update(inner=[1]), "it is no Inner"),
        (lambda p: p["inner"].update(name=3), "expected str, got int"),
        (lambda p: p["inner"].update(name="x" * (LONGEST + 1)), "expected str"),
        (lambda p: p["inner"].update(name="[all](http://elsewhere)"), "a text that no result holds"),
        (lambda p: p["inner"].update(name="![](//elsewhere)"), "a text that no result holds"),
        (lambda p: p["inner"].update(name="<script>"), "a text that no result holds"),
        (lambda p: p["inner"]["values"].update(shape=[2**40, 2**40]), "another size"),
        (lambda p: p["inner"]["values"].update(shape=[-2, -3]), "expected int"),
        (lambda p: p["inner"]["values"].update(bytes="array-9"), "array-9"),
        (lambda p: p["inner"]["values"].update(kind="O"), "'O'"),
        (lambda p: p["table"].update(rows=10**9), "another length"),
        (lambda p: p["table"]["columns"]["score"].update(values=["a", "b"]), "float"),
        (lambda p: p["table"]["columns"].update({"![](x)": {"kind": "O", "values": ["a", "b"]}}), "a text"),
        (lambda p: p.update(table=None), "NoneType"),
        (lambda p: p.update(pairs={"a": 1}), "expected a list"),
        (lambda p: p.update(pairs=[["a"]]), "expected 2 values, got 1"),
        (lambda p: p.update(settings=[["a", {"class": "os.system"}]]), "'class' is no form"),
        (lambda p: p.update(settings=[["a", {"x": 1, "y": 2}]]), "too many values"),
    ],
)
def test_what_is_something_else_is_refused(spoil, said):
    arrays: dict[str, bytes] = {}
    plain = json.loads(json.dumps(to_plain(outer(), Outer, arrays)))
    spoil(plain)
    with pytest.raises(DataError, match=said) as caught:
        from_plain(plain, Outer, arrays, shown=True)
    assert "Compute it again" in caught.value.remedy


def test_what_is_nested_without_end_is_refused():
    plain: Any = []
    for _ in range(900):
        plain = [plain]
    with pytest.raises(DataError, match="nested too deeply"):
        from_plain([["a", plain]], Mapping[str, Any], {})


def test_a_plan_that_is_no_key_is_refused():
    plan, result = comparison()
    stored = Stored.of("job", plan, result)
    stored.plan["kernel"]["params"] = [["a", [1]]]
    with pytest.raises(DataError, match="unhashable"):
        stored.read(type(plan), type(result))


def test_what_has_no_plain_form_is_told():
    with pytest.raises(TypeError, match="no plain form of object"):
        to_plain({"a": object()}, dict, {})


def test_one_long_text_does_not_make_an_array_of_gigabytes():
    """Each text of an array takes as much as the longest."""
    texts = {"texts": ["x" * LONGEST, *[""] * 100_000], "shape": [100_001]}
    with pytest.raises(DataError, match="an array of texts is too large"):
        from_plain(texts, np.ndarray, {})
