"""What rounding, expressions and places must do."""

from pathlib import Path
from tempfile import TemporaryDirectory

from figures.expression import evaluate, parse
from figures.page import Hole, Page
from figures.printed import printed_like, verdict
from figures.series import Series, Table
from figures.trouble import Trouble

PAGE = """It is off by 1.5 % in
height, 2 mm wide.

| n | e |
| --- | --- |
| 7 | 3e-4 |
"""


def test_rounding():
    for printed, value, wanted in [
        ("1.1", 1.1149, "1.1"), ("0.04", 0.0358, "0.04"), ("1.0000", 1, "1.0000"),
        ("4.0e-3", 3.96e-3, "4.0e-3"), ("9.9e-4", 9.96e-4, "1.0e-3"), ("2e-5", 2.4e-5, "2e-5"),
        ("580,000", 579999.6, "580,000"), ("7545", 7544.7, "7545"), (".180", 0.1804, ".180"),
        ("-.5", -0.46, "-.5"), ("+0.1", 0.14, "+0.1"), ("+0.1", -0.14, "-0.1"),
    ]:  # fmt: skip
        new = printed_like(printed, value)
        assert new == wanted, f"{value} as {printed} became {new}"


def test_verdicts():
    for hole, printed, value, wanted in [
        ("x", "0.13", 0.1251, None), ("x", "0.12", 0.1251, "0.13"), ("x", "5e-05", 5e-5, None),
        ("<= x", "0.5", 0.2, None), ("<= x", "0.5", 0.51, "0.6"), ("<= x", "2e-9", 4.4e-8, "5e-8"),
        ("~ 0.1 x", "100", 109, None), ("~ 0.1 x", "100", 111, "111"),
        ("text x", "base", "base", None), ("text x", "base", "slow", "slow"),
    ]:  # fmt: skip
        new = verdict(Hole(hole), printed, value)
        assert new == wanted, f"{{{hole}}} with {value} for {printed}: {new}"


def test_expressions():
    ramp = Series((0.0, 1.0, 2.0, 3.0), (0.0, 2.0, 1.0, 4.0))
    rows = [{"a": 1, "b": 5.0}, {"a": 2, "b": 7.0}]
    known = {"run": {"rows": rows, "csv": Table(x=ramp, time=Series(ramp.times, ramp.times))}}
    for text, wanted in [
        ("1e3 * run.rows[1].b / 2", 3500), ("max(run.rows.b)", 7), ("find(run.rows, a=2).b", 7),
        ("-run.rows[0].a ** 2 + 3", 2), ("count(having(run.rows, b=5))", 1), ("run.rows[-1].a", 2),
        ("run.rows[:1].a", [1]), ("at(run.csv.x, 1.5)", 1.5), ("last(run.csv.x)", 4),
        ("max(abs(run.csv.x - 3 * run.csv['x']))", 8), ("max(part(run.csv.x, 0, 2))", 2),
        ("peaks(run.csv.x, 1)[0].time", 1), ("when(run.csv.x, 1.0)", 2), ("rms([3, 4]) ** 2", 12.5),
        ("quantile(run.csv.x, 0.75)", 2), ("difference(run.csv, run.csv)", 0), ("sum([1, 2])", 3),
    ]:  # fmt: skip
        value = evaluate(parse(text), known.__getitem__)
        assert value == wanted or abs(value - wanted) < 1e-12, f"{text} is {value}"
    for text in ["__import__('os')", "run.rows.__class__", "[x for x in run]", "run.c", "(1, 2)"]:
        try:
            evaluate(parse(text), known.__getitem__)
        except Trouble:
            continue
        raise AssertionError(f"{text} was evaluated")


def test_places():
    with TemporaryDirectory() as folder:
        path = Path(folder, "page.md")
        path.write_text(PAGE)
        page = Page(path, "page.md")
        page.take_text("off by {x} % in height")
        page.take_cell(page.cell_spans(page.table_lines("| n |")[0])[1], "{y}", None)
        assert [f.printed for f in page.figures] == ["1.5", "3e-4"]
        assert [number for _, number in page.other_numbers()] == ["2", "7"]
        page.write(list(zip(page.figures, ["1.6", "4e-4"])))
        assert path.read_text() == PAGE.replace("1.5", "1.6").replace("3e-4", "4e-4")


def self_test():
    for test in (test_rounding, test_verdicts, test_expressions, test_places):
        test()
    print("figures: rounding, expressions and places are as they should be")
