"""Where the figures of a page stand."""

import re

from figures.expression import parse
from figures.printed import NUMBER
from figures.trouble import Trouble

HOLE = r"\{([^{}]*)\}"
KINDS = ("<=", "~", "text", "machine", "given", "campaign")


class Hole:
    """What stands between braces: a kind, the rest an expression."""

    def __init__(self, text):
        self.kind, self.expression, self.tolerance = "=", text.strip(), 0.0
        first, _, rest = self.expression.partition(" ")
        if first in KINDS:
            self.kind, self.expression = first, rest.strip()
        if self.kind == "~":
            share, _, self.expression = self.expression.partition(" ")
            self.tolerance = float(share)
        self.tree = parse(self.expression) if self.expression else None

    def pattern(self):
        return r"([^|\n]*?)" if self.kind == "text" else rf"((?<![\d.])(?:{NUMBER})(?!\d))"


def holes_of(template):
    return [Hole(text) for text in re.findall(HOLE, template)]


class Figure:
    """One number of a page. row: what r and i of its expression stand for, if in a table."""

    def __init__(self, hole, page, span, row):
        self.hole, self.page, self.span, self.row = hole, page, span, row
        self.printed = page.text[slice(*span)]
        self.where = f"{page.name}:{page.line(span[0])}"


class Page:
    """A page's text and the figures found in it."""

    def __init__(self, path, name):
        self.path, self.name, self.figures = path, name, []
        self.text = path.read_text(encoding="utf-8")

    def line(self, position):
        return self.text.count("\n", 0, position) + 1

    def line_span(self, start):
        """Span of the only line that opens with `start`."""
        found = [m.start() for m in re.finditer("^" + re.escape(start), self.text, re.M)]
        if len(found) != 1:
            raise Trouble(f"{self.name}: {len(found)} lines, not one, open with '{start}'")
        return found[0], (self.text + "\n").index("\n", found[0])

    def block_span(self, start):
        """Span of the lines from the one that opens with `start` to the next empty one."""
        first, _ = self.line_span(start)
        return first, (self.text + "\n\n").index("\n\n", first)

    def cell_spans(self, line):
        bars = [line[0] + m.start() for m in re.finditer(r"(?<!\\)\|", self.text[slice(*line)])]
        return [(a + 1, b) for a, b in zip(bars, bars[1:])]

    def table_lines(self, head):
        """Spans of a table's lines below the rule."""
        first, last = self.block_span(head)
        found = re.finditer(r"^\|.*$", self.text[first:last], re.M)
        return [(first + m.start(), first + m.end()) for m in found][2:]

    def take_text(self, template):
        """Figures of the only place whose words are `template`, whatever its line breaks."""
        found = list(re.finditer(self.pattern(template), self.text))
        if len(found) != 1:
            words = " ".join(template.split())
            raise Trouble(f"{self.name}: these words stand {len(found)} times, not once: {words}")
        self.add(template, found[0], 0, None)

    def take_cell(self, span, template, row):
        """Figures of a cell; one that holds no number has none."""
        cell = self.text[slice(*span)]
        if not re.search(HOLE, template) or not ("{text" in template or re.search(r"\d", cell)):
            return
        found = re.fullmatch(r"\s*" + self.pattern(template) + r"\s*", cell)
        if found is None:
            line = self.line(span[0])
            raise Trouble(f"{self.name}:{line}: the cell '{cell.strip()}' is not '{template}'")
        self.add(template, found, span[0], row)

    @staticmethod
    def pattern(template):
        parts = re.split(HOLE, template)
        words = [re.sub(r"(\\?\s)+", r"\\s+", re.escape(p)) for p in parts[::2]]
        holes = [Hole(p).pattern() for p in parts[1::2]]
        return words[0] + "".join(h + w for h, w in zip(holes, words[1:]))

    def add(self, template, found, offset, row):
        for k, hole in enumerate(holes_of(template)):
            span = tuple(offset + x for x in found.span(k + 1))
            self.figures.append(Figure(hole, self, span, row))

    def other_numbers(self):
        """Positions of the prose's numbers that no figure claims: [(position, number)]."""

        def blank(m):
            return re.sub(r"[^\n]", " ", m.group())

        no_prose = r"(?m)^    .*$|^#.*$|`[^`]*`|!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)"
        prose = re.sub(no_prose, blank, self.text)
        claimed = {i for f in self.figures for i in range(*f.span)}
        found = re.finditer(rf"(?<![\w.])(?:{NUMBER})(?!\w)", prose)
        return [(m.start(), m.group()) for m in found if m.start() not in claimed]

    def write(self, changes):
        """Puts new text in the place of figures: [(Figure, text)]."""
        for figure, new in sorted(changes, key=lambda c: -c[0].span[0]):
            first, last = figure.span
            self.text = self.text[:first] + new + self.text[last:]
        self.path.write_text(self.text, encoding="utf-8")
