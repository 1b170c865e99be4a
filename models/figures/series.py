"""Tables that a run writes, and what can be asked of their columns."""

import cmath
import csv
import math
from bisect import bisect_right

from figures.trouble import Trouble


class Series:
    """A column over time; arithmetic is row by row, on the rows of the first."""

    def __init__(self, times, values):
        self.times, self.values = times, values

    def map(self, f, other=None):
        if not isinstance(other, Series):
            return Series(self.times, [f(v, other) for v in self.values])
        return Series(self.times, list(map(f, self.values, at_all(other, self.times))))

    def __abs__(self):
        return self.map(lambda v, _: abs(v))


class Table(dict):
    """A CSV file with a column time: a Series for each column."""


def read_table(path):
    with open(path, newline="", encoding="utf-8") as lines:
        rows = csv.reader(line for line in lines if not line.startswith("#"))
        names = next(rows)
        columns = dict(zip(names, zip(*([float(x) for x in row] for row in rows))))
    return Table((name, Series(columns["time"], values)) for name, values in columns.items())


def numbers(x):
    """Numbers of a column, or the list itself."""
    return x.values if isinstance(x, Series) else x


def at(series, time):
    """at(column, time): linear between the rows."""
    t, v = series.times, series.values
    k = min(max(bisect_right(t, time) - 1, 0), len(t) - 2)
    share = (time - t[k]) / (t[k + 1] - t[k])
    return v[k] + min(max(share, 0.0), 1.0) * (v[k + 1] - v[k])


def at_all(series, times):
    return series.values if series.times == times else [at(series, t) for t in times]


def part(series, first, last):
    """part(column, from, until): the rows within that time."""
    rows = zip(series.times, series.values)
    return Series(*zip(*((t, v) for t, v in rows if first * (1 - 1e-9) <= t <= last * (1 + 1e-9))))


def when(series, value):
    """when(column, value): the first time at which it has that value."""
    return series.times[series.values.index(value)]


def peaks(series, above):
    """peaks(column, above): its local maxima beyond a value, each with time and value."""
    t, v = series.times, series.values
    inner = range(1, len(v) - 1)
    tops = [k for k in inner if v[k] > above and v[k - 1] < v[k] >= v[k + 1]]
    return [{"time": t[k], "value": v[k]} for k in tops]


def rms(x):
    """rms(column or list)."""
    return math.sqrt(sum(v * v for v in numbers(x)) / len(numbers(x)))


def quantile(x, share):
    """quantile(column or list, share): what that share of its values does not pass."""
    return sorted(numbers(x))[max(0, math.ceil(share * len(numbers(x))) - 1)]


def spectrum(series, hz):
    """spectrum(column, hz): magnitude of its Fourier integral at that frequency, even rows; what
    belongs to a step has no value in the first one."""
    turn = -2 * math.pi * hz
    terms = (v * cmath.rect(1.0, turn * t) for t, v in zip(series.times, series.values)
             if not math.isnan(v))
    return (series.times[1] - series.times[0]) * abs(sum(terms))


def difference(table, reference, *columns):
    """difference(table, reference, "column", ...): the largest of these columns at the times of the
    reference, over the reference's largest value; without names of all but time and step."""
    largest = worst = 0.0
    for column in columns or [c for c in reference if c not in ("time", "step")]:
        if column not in table:
            raise Trouble(f"there is no column '{column}'")
        wanted = reference[column]
        ours = at_all(table[column], wanted.times)
        largest = max(largest, max(map(abs, wanted.values)))
        worst = max(worst, max(abs(a - b) for a, b in zip(ours, wanted.values)))
    return worst / largest
