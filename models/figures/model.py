"""A model's pages: which figures they have, and what becomes of them."""

import tomllib
from collections import Counter
from pathlib import Path

from figures.expression import parse
from figures.page import Page, holes_of
from figures.printed import verdict
from figures.trouble import Trouble
from figures.works import Works

# Why figures are not compared; the first that holds counts.
SKIPPED = ("campaign", "machine", "slow", "failed")


class Entry:
    """One [[page]] of figures.toml."""

    def __init__(self, spec):
        self.spec, self.page = spec, spec.get("in", "README.md")
        rows = spec.get("rows", [])
        self.one_list = isinstance(rows, str)
        self.rows = [parse(r) if r else None for r in ([rows] if self.one_list else rows)]

    def templates(self):
        return self.spec.get("cells") or [self.spec.get("text") or self.spec["cell"]]

    def nodes(self):
        """All expressions."""
        trees = [hole.tree for template in self.templates() for hole in holes_of(template)]
        return [node for node in self.rows + trees if node is not None]

    def start(self):
        """Words that say where it is."""
        return self.spec.get("text") or self.spec.get("table") or self.spec["row"]

    def cells(self, page):
        """[(span, template, row of the table)] of all cells."""
        if "row" in self.spec:
            spans = page.cell_spans(page.line_span(self.spec["row"]))[1:]
            return [(span, self.spec["cell"], k) for k, span in enumerate(spans)]
        cells = []
        for k, line in enumerate(page.table_lines(self.spec["table"])):
            spans = page.cell_spans(line)
            if len(spans) != len(self.spec["cells"]):
                where = f"{page.name}:{page.line(line[0])}"
                wanted = len(self.spec["cells"])
                raise Trouble(f"{where}: {len(spans)} cells, {wanted} are described")
            cells += [(span, template, k) for span, template in zip(spans, self.spec["cells"])]
        return cells


class Model:
    """figures.toml of a model and its pages."""

    def __init__(self, name, options):
        self.name, self.options, self.folder = name, options, Path("models", name)
        with open(self.folder / "figures.toml", "rb") as file:
            self.spec = tomllib.load(file)
        self.works = Works(name, self.spec, options)
        self.entries = [Entry(spec) for spec in self.spec.get("page", [])]
        self.pages = {p.name: Page(p, f"{name}/{p.name}") for p in sorted(self.folder.glob("*.md"))}
        self.counts = Counter()
        self.differences, self.timings, self.troubles = [], [], []

    def runs_of(self, nodes):
        return set().union(*(self.works.runs_of(node) for node in nodes))

    def wanted(self):
        """Runs that the figures, and the pictures if asked for, need and that are not left out."""
        names = self.runs_of(node for entry in self.entries for node in entry.nodes())
        if self.options.pictures:
            names |= {self.works.maker(w).name for w in self.spec.get("pictures", {}).values()}
        return {name for name in names if not self.works.left_out(name)}

    def why_not(self, names):
        """Why figures of these runs are not compared; '' if they are."""
        reasons = {self.works.left_out(name) for name in names}
        reasons |= {"failed"} if names & set(self.works.failures) else set()
        return next((reason for reason in SKIPPED if reason in reasons), "")

    def find_figures(self):
        """Finds the figures on the pages, without the runs."""
        for entry in self.entries:
            self.place(entry, None)

    def compare(self):
        """Finds the figures on the pages and compares them with what the runs gave."""
        for entry in self.entries:
            try:
                reason = self.why_not(self.runs_of(filter(None, entry.rows)))
                rows = None if reason or not entry.rows else self.rows_of(entry)
                figures = self.place(entry, rows)
            except Trouble as trouble:
                self.troubles.append(str(trouble))
                continue
            for figure in figures:
                self.judge(figure, reason)

    def rows_of(self, entry):
        if entry.one_list:
            return self.works.value(entry.rows[0])
        return [node and self.works.value(node) for node in entry.rows]

    def place(self, entry, rows):
        """The figures of an entry; rows: of a table whose runs were made."""
        page = self.pages[entry.page]
        known = len(page.figures)
        if "text" in entry.spec:
            page.take_text(entry.spec["text"])
            return page.figures[known:]
        cells = entry.cells(page)
        count = cells[-1][2] + 1
        if len(rows or entry.rows) != count and (rows is not None or not entry.one_list):
            made = len(rows or entry.rows)
            raise Trouble(f"{page.name}: '{entry.start()}' has {count} rows or cells, not {made}")
        for span, template, k in cells:
            if entry.one_list or entry.rows[k]:
                page.take_cell(span, template, (rows[k], k) if rows else None)
        return page.figures[known:]

    def judge(self, figure, reason):
        """Counts a figure and keeps it if it differs; reason: why its table is not compared."""
        hole = figure.hole
        if hole.tree is None:
            self.counts["campaign" if hole.kind == "campaign" else "given"] += 1
            return
        reason = reason or self.why_not(self.works.runs_of(hole.tree))
        if not reason and hole.kind == "machine" and not self.options.timings:
            reason = "machine"
        if reason:
            self.counts[reason] += 1
            return
        try:
            new = verdict(hole, figure.printed, self.works.value(hole.tree, figure.row))
        except (Trouble, ArithmeticError, LookupError, TypeError, ValueError) as error:
            self.troubles.append(f"{figure.where}: {{{hole.expression}}}: {error}")
            return
        if new is None:
            self.counts["equal"] += 1
        elif hole.kind == "machine":
            self.timings.append((figure, new))
            self.counts["machine"] += 1
        else:
            self.differences.append((figure, new))
            self.counts["different"] += 1

    def drawn(self):
        """Pictures whose runs were made: [(file of the page, file of the run)]."""
        for picture, word in self.spec.get("pictures", {}).items():
            made = Path(self.works.path(word))
            if not self.why_not({self.works.maker(word).name}) and made.exists():
                yield self.folder / picture, made

    def write(self):
        for page in self.pages.values():
            changes = [c for c in self.differences + self.timings if c[0].page is page]
            if changes:
                page.write(changes)
        for page, made in self.drawn() if self.options.pictures else []:
            page.write_bytes(made.read_bytes())

    def others(self):
        """Numbers that are no figures: how many for each reason, and where those without stand."""
        spans = []
        for entry in self.entries:
            if "text" not in entry.spec:  # what names rows and columns
                page = self.pages[entry.page]
                spans.append((page, page.block_span(entry.start()), "label"))
        for reason, places in self.spec.get("given", {}).items():
            for place in places:
                name, _, words = place.rpartition(":: ")
                page = self.pages[name or "README.md"]
                spans.append((page, page.block_span(words), reason))
        counts, unmarked = Counter(), []
        for page in self.pages.values():
            blocks = [(span, reason) for on, span, reason in reversed(spans) if on is page]
            for position, number in page.other_numbers():
                inside = (reason for (a, b), reason in blocks if a <= position < b)
                reason = next(inside, None)
                if reason is None:
                    unmarked.append(f"{page.name}:{page.line(position)}: {number}")
                else:
                    counts[reason] += 1
        return counts, unmarked
