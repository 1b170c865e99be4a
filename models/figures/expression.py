"""Expressions of figures.toml: a few of Python's, evaluated node by node, never by Python."""

import ast
import math

from figures.series import (
    Series, at, difference, numbers, part, peaks, quantile, read_table, rms, spectrum, when,
)  # fmt: skip
from figures.trouble import Trouble


def same(a, b):
    both = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b)) if both else a == b


def field(x, key):
    """The field of an object; of a list, the list of its objects' values."""
    if isinstance(x, list):
        return [field(one, key) for one in x]
    if not isinstance(x, dict):
        raise Trouble(f"'{key}' is asked of what is no object")
    if key not in x:
        raise Trouble(f"there is no '{key}', but {', '.join(list(x)[:12])}")
    return x[key]


def having(rows, **wanted):
    """having(list, key=value, ...): its objects with these values."""
    return [row for row in rows if all(same(field(row, k), v) for k, v in wanted.items())]


def find(rows, **wanted):
    """find(list, key=value, ...): its only object with these values."""
    found = having(rows, **wanted)
    if len(found) != 1:
        raise Trouble(f"{len(found)} objects, not one, have {wanted}")
    return found[0]


FUNCTIONS = {
    "abs": lambda x: [abs(v) for v in x] if isinstance(x, list) else abs(x),
    "count": lambda x: len(numbers(x)),
    "last": lambda x: numbers(x)[-1],
    "log": math.log,
    "max": lambda *x: max(numbers(x[0]) if len(x) == 1 else x),
    "mean": lambda x: sum(numbers(x)) / len(numbers(x)),
    "min": lambda *x: min(numbers(x[0]) if len(x) == 1 else x),
    "sum": lambda x: sum(numbers(x)),
    "file": read_table,
    **{f.__name__: f for f in (at, difference, find, having, part, peaks, quantile, rms)},
    **{f.__name__: f for f in (spectrum, when)},
}
OPERATORS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}


def parse(text):
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise Trouble(f"'{text}' is no expression: {error.msg}") from None


def names_in(node):
    """Names that an expression asks for, functions left out."""
    functions = {id(n.func) for n in ast.walk(node) if isinstance(n, ast.Call)}
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return {n.id for n in names if id(n) not in functions}


def binary(op, a, b):
    f = OPERATORS[op]
    if isinstance(a, Series):
        return a.map(f, b)
    return b.map(lambda v, _: f(a, v)) if isinstance(b, Series) else f(a, b)


def evaluate(node, names):
    """The value of a parsed expression; names(name) gives what a name stands for."""

    def go(n):
        return None if n is None else evaluate(n, names)

    match node:
        case ast.Constant(value=(int() | float() | str()) as value):
            return value
        case ast.List(elts=items):
            return [go(item) for item in items]
        case ast.Name(id=name):
            return names(name)
        case ast.Attribute(value=x, attr=key):
            return field(go(x), key)
        case ast.Subscript(value=x, slice=ast.Slice(lower=low, upper=high, step=None)):
            return numbers(go(x))[go(low) : go(high)]
        case ast.Subscript(value=x, slice=key):
            x, key = go(x), go(key)
            return field(x, key) if isinstance(key, str) else numbers(x)[key]
        case ast.UnaryOp(op=ast.USub(), operand=x):
            return binary(ast.Mult, go(x), -1)
        case ast.BinOp(left=a, op=op, right=b) if type(op) in OPERATORS:
            return binary(type(op), go(a), go(b))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=named) if name in FUNCTIONS:
            return FUNCTIONS[name](*map(go, args), **{k.arg: go(k.value) for k in named})
    raise Trouble(f"'{ast.unparse(node)}' is not among what an expression may say")
