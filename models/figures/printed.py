"""Numbers as a page prints them: reading, rounding to their digits, judging."""

import math
import re
from decimal import ROUND_HALF_EVEN, ROUND_UP, Context, Decimal

from figures.trouble import Trouble

NUMBER = (
    r"[+-]?(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?(?:e[+-]?\d+)?"
    r"|[+-]?\.\d+(?:e[+-]?\d+)?"
)


def number_of(printed):
    return Decimal(printed.replace(",", ""))


def printed_like(printed, value, rounding=ROUND_HALF_EVEN):
    """`value` with the digits, sign, exponent and separators that `printed` has."""
    value = Decimal(repr(float(value)))
    mantissa, exponential, _ = printed.partition("e")
    digits = len(mantissa.partition(".")[2])
    if exponential:
        shown = Context(digits + 1, rounding).plus(value)
        mantissa, _, exponent = f"{shown:.{digits}e}".partition("e")
        text = f"{mantissa}e{int(exponent)}"
    else:
        rounded = value.quantize(Decimal(1).scaleb(-digits), rounding)
        text = f"{rounded:,f}" if "," in mantissa else f"{rounded:f}"
        if mantissa.lstrip("+-").startswith("."):
            text = re.sub(r"^(-?)0\.", r"\1.", text)
    return "+" + text if printed[0] == "+" and not text.startswith("-") else text


def verdict(hole, printed, value):
    """None if what the page prints is right, else what should stand there."""
    if value is None or isinstance(value, str):
        return None if printed == (value or "") else (value or "")
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        raise Trouble(f"is no number but {str(value)[:60]}")
    if hole.kind == "text" or not re.fullmatch(NUMBER, printed):
        raise Trouble(f"is {value:g} where the page has '{printed}'")
    stated = float(number_of(printed))
    if hole.kind == "<=":
        holds = abs(value) <= abs(stated) * (1 + 1e-12)
        return None if holds else printed_like(printed, value, ROUND_UP)
    if hole.kind == "~" and abs(value - stated) <= hole.tolerance * abs(stated):
        return None
    new = printed_like(printed, value)
    return None if number_of(new) == number_of(printed) else new
