"""Small pictures of curves: thumbnails and the front picture."""

WIDTH, HEIGHT, EDGE = 200, 100, 6  # of a thumbnail [px]
PALE, LINES = "#b9c2cc", ("#1f5fa8", "#c0392b", "#2e7d4f")


def thinned(x, y, left, right, columns):
    """At most two points for each column of pixels: the first is the lowest, the other the highest."""
    if len(x) <= 2 * columns:
        return list(zip(x, y))
    kept, width = [], (right - left) / columns
    groups = {}
    for point in zip(x, y):
        groups.setdefault(min(int((point[0] - left) / width), columns - 1), []).append(point)
    for group in groups.values():
        ends = {min(group, key=lambda p: p[1]), max(group, key=lambda p: p[1])}
        kept += sorted(ends)
    return kept


class Frame:
    """Where numbers lie in a box of pixels."""

    def __init__(self, lines, box):
        self.box = box
        xs, ys = [x for line in lines for x in line[0]], [y for line in lines for y in line[1]]
        self.left, self.right, self.low, self.high = min(xs), max(xs), min(ys), max(ys)

    def x(self, value):
        first, _, width, _ = self.box
        return first + width * (value - self.left) / (self.right - self.left or 1)

    def y(self, value):
        _, top, _, height = self.box
        return top + height * (1 - (value - self.low) / (self.high - self.low or 1))

    def path(self, line, columns):
        points = thinned(*line, self.left, self.right, columns)
        return " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in points)


def polylines(frame, lines, columns, broad=4.0):
    """The first line broad and pale if there are others."""
    styles = [(PALE, broad)] if len(lines) > 1 else []
    styles += [(colour, 1.2) for colour in LINES]
    return [
        f'<polyline points="{frame.path(line, columns)}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linejoin="round"/>'
        for line, (colour, width) in zip(lines, styles)
    ]


def picture(width, height, parts):
    """On white, since a forge may show it on black."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n<rect width="{width}" height="{height}" fill="#fff"/>'
    )
    return "\n".join([head, *parts, "</svg>", ""])


def drawn(lines):
    """A thumbnail."""
    frame = Frame(lines, (EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE))
    zero = []
    if frame.low < 0 < frame.high:
        y = f"{frame.y(0):.1f}"
        zero = [f'<line x1="0" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#ddd"/>']
    return picture(WIDTH, HEIGHT, zero + polylines(frame, lines, WIDTH // 2))


def text(x, y, words, anchor="start", size=12, colour="#333"):
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-family="sans-serif" '
        f'font-size="{size}" fill="{colour}">{words}</text>'
    )


def front(spec, lines):
    """The front picture: a sketch of the two beams, and pairs of curves, full model and file."""
    wide, high, left = 760, 220, 300
    parts = [  # two beams in a wall, the hammer, the corners whose motion is shown
        '<path d="M24 40V150" stroke="#333" stroke-width="3"/>',
        '<rect x="24" y="74" width="200" height="20" fill="#dbe7f3" stroke="#1f5fa8"/>',
        '<rect x="24" y="96" width="200" height="20" fill="#f6e0dd" stroke="#c0392b"/>',
        '<path d="M124 34v32m-5-9l5 9l5-9" fill="none" stroke="#333" stroke-width="2"/>',
        '<circle cx="224" cy="74" r="4" fill="#1f5fa8"/>',
        '<circle cx="224" cy="116" r="4" fill="#c0392b"/>',
        text(132, 46, "hammer"),
        text(234, 78, "A", colour="#1f5fa8"),
        text(234, 120, "B", colour="#c0392b"),
        text(24, 176, spec["below"][0]),
        text(24, 194, spec["below"][1]),
    ]
    frame = Frame(lines, (left, 16, wide - left - 16, high - 56))
    y = f"{frame.y(0):.1f}"
    parts.append(f'<line x1="{left}" x2="{wide - 16}" y1="{y}" y2="{y}" stroke="#ddd"/>')
    parts += [
        f'<polyline points="{frame.path(line, 140)}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linejoin="round"/>'
        for line, (colour, width) in zip(lines, [(PALE, 5)] * 2 + [(c, 1.3) for c in LINES])
    ]
    parts.append(text(left, high - 22, spec["caption"]))
    return picture(wide, high, parts)
