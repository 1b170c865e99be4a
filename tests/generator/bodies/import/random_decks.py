#!/usr/bin/env python3
"""Random decks against what they mean: random_decks.py MORTISE [--decks N] [--seed S] [--keep FOLDER]

Two bars of bricks, clamped at their roots. Every draw writes what a solver would export of them:
nodes renumbered, equations, rigid bodies, rollers and dofs in local axes, files that are included,
parts and instances, cards that are not read. Beside it stand the same bars as plain matrices without
a card, in which other dofs give way. Both must have the same frequencies and the same motions of a
contact; or the deck is refused, and the refusal names the card.
"""
import argparse
import collections
import csv
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

TOLERANCE = 1e-6  # of the largest value of a column
TIP, PROBE, LOADED = ("A", 12), ("B", 12), ("A", 9)
STEP, DURATION = 1e-6, 1.5e-4


# ---- vectors, matrices ------------------------------------------------------------------------

def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    length = math.sqrt(dot(a, a))
    return [x / length for x in a]


def turned(x, a, b, degrees):
    """x about the axis from a to b (Rodrigues)."""
    n, c, s = unit([q - p for p, q in zip(a, b)]), math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    r = [q - p for p, q in zip(a, x)]
    return [p + c * ri + s * wi + (1 - c) * dot(n, r) * ni
            for p, ri, wi, ni in zip(a, r, cross(n, r), n)]


def brick(corners, modulus=2.1e11, poisson=0.3, density=7850.0):
    """Stiffness and mass (24 x 24) of a trilinear brick with 2 x 2 x 2 points."""
    signs = [(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1),
             (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
    lam = modulus * poisson / ((1 + poisson) * (1 - 2 * poisson))
    shear = modulus / (2 * (1 + poisson))
    k = [[0.0] * 24 for _ in range(24)]
    m = [[0.0] * 24 for _ in range(24)]
    for point in signs:
        at = [p / math.sqrt(3.0) for p in point]
        factors = [[1 + s * x for s, x in zip(sign, at)] for sign in signs]
        shape = [f[0] * f[1] * f[2] / 8 for f in factors]
        local = [[s[0] * f[1] * f[2] / 8, f[0] * s[1] * f[2] / 8, f[0] * f[1] * s[2] / 8]
                 for s, f in zip(signs, factors)]
        jac = [[sum(local[a][i] * corners[a][j] for a in range(8)) for j in range(3)] for i in range(3)]
        volume = dot(jac[0], cross(jac[1], jac[2]))
        columns = [[x / volume for x in cross(jac[(i + 1) % 3], jac[(i + 2) % 3])] for i in range(3)]
        grad = [[sum(columns[i][j] * local[a][i] for i in range(3)) for j in range(3)] for a in range(8)]
        for a in range(8):
            for b in range(8):
                ga, gb = grad[a], grad[b]
                for i in range(3):
                    m[3 * a + i][3 * b + i] += density * shape[a] * shape[b] * volume
                    for j in range(3):
                        k[3 * a + i][3 * b + j] += volume * (
                            lam * ga[i] * gb[j] + shear * ga[j] * gb[i] + (shear * dot(ga, gb) if i == j else 0.0))
    return k, m


class Bars:
    """Nodes ("A", 1) .. ("B", 12): x fastest, then y, then z. Matrices by pairs of dofs (node, 0..2)."""

    def __init__(self, rng):
        self.part = {1 + i + 3 * j + 6 * k: [0.02 * i + 1e-3 * rng.uniform(-1, 1),
                                             0.01 * j + 5e-4 * rng.uniform(-1, 1),
                                             0.01 * k + 5e-4 * rng.uniform(-1, 1)]
                     for k in range(2) for j in range(2) for i in range(3)}
        self.cells = [[c + x for c in (1, 2, 5, 4, 7, 8, 11, 10)] for x in (0, 1)]
        self.moves = {"A": None, "B": ([0.0, 0.05, rng.uniform(0, 0.02)],
                                       ([0.01, 0.0, 0.0], unit([rng.uniform(-1, 1) for _ in range(3)]),
                                        rng.uniform(-170, 170)))}
        if rng.random() < 0.5:
            shift, (a, n, angle) = self.moves["B"]
            self.moves = {"A": ([0.1, 0.0, 0.0], (a, n, rng.uniform(-170, 170))), "B": (shift, None)}
        self.places = {(bar, label): self.moved(bar, x) for bar in "AB" for label, x in self.part.items()}
        self.k, self.m = collections.defaultdict(float), collections.defaultdict(float)
        for bar in "AB":
            for cell in self.cells:
                dofs = [((bar, node), d) for node in cell for d in range(3)]
                k, m = brick([self.places[bar, node] for node in cell])
                for a, row in enumerate(dofs):
                    for b, column in enumerate(dofs):
                        self.k[row, column] += k[a][b]
                        self.m[row, column] += m[a][b]
        self.roots = [(bar, label) for bar in "AB" for label in self.part if label % 3 == 1]
        self.dofs = sorted({row for row, _ in self.k})

    def moved(self, bar, x):
        if self.moves[bar] is None:
            return list(x)
        shift, turn = self.moves[bar]
        x = [p + q for p, q in zip(x, shift)]
        return x if turn is None else turned(x, turn[0], [p + q for p, q in zip(*turn[:2])], turn[2])


def eliminated(rows, pivot_of):
    """{dof: {leader: weight}} of homogeneous rows {dof: coefficient}, each solved for pivot_of(row)."""
    solved = {}

    def insert(row):
        out = collections.defaultdict(float)
        for dof, c in row.items():
            for leader, w in solved.get(dof, {dof: 1.0}).items():
                out[leader] += c * w
        most = max((abs(c) for c in row.values()), default=0.0)
        return {dof: c for dof, c in out.items() if abs(c) > 1e-12 * most}

    for row in rows:
        row = insert(row)
        if not row:
            continue
        pivot = pivot_of(row)
        own = {dof: -c / row[pivot] for dof, c in row.items() if dof != pivot}
        solved[pivot] = own
        for dof in solved:
            solved[dof] = insert(solved[dof]) if dof != pivot else own
    return solved


def reduced(matrix, solved):
    out = collections.defaultdict(float)
    for (row, column), value in matrix.items():
        for a, wa in solved.get(row, {row: 1.0}).items():
            for b, wb in solved.get(column, {column: 1.0}).items():
                out[a, b] += wa * value * wb
    return out


# ---- a draw -----------------------------------------------------------------------------------

class Draw:
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.bars = Bars(rng)
        self.format = rng.choice(["calculix", "calculix", "abaqus"])
        self.features = []       # names of cards, for the table
        self.rows = []           # ({dof: coefficient}, dof that the solver lets give way or None)
        self.cards = []          # lines of the deck
        self.extra = {}          # nodes without elements: place
        self.rotations = set()   # of these, whose directions are rotations
        self.axes = {}           # node: local axes of the matrices
        self.drawn_axes = {}     # node: those that the deck says
        self.used = set(self.bars.roots)  # nodes that already give way, or are held
        self.named = set()       # nodes that an equation names: their axes stay as they are
        for node in self.bars.roots:
            for d in range(3):
                self.rows.append(({(node, d): 1.0}, (node, d)))
        self.number()
        self.cards += ["*NSET, NSET=ROOT"] + [self.name(n) + "," for n in self.bars.roots]
        self.cards += ["*BOUNDARY", rng.choice(["ROOT, 1, 3", "root, ENCASTRE", "Root, PINNED", "ROOT, 1\nROOT, 2, 3"])]
        kinds = [self.equation, self.equation, self.equation_of_sets, self.local_axes, self.hidden_card]
        if self.format == "calculix":
            kinds += [self.roller, self.roller, self.global_no]
            if not self.instances:
                kinds += [self.rigid_body, self.rigid_body]
        for kind in rng.sample(kinds, rng.randint(1, 3)):
            if len(self.used) < len(self.bars.places):
                kind()
        for rotation in sorted(self.rotations):  # those that the solver makes stand behind all
            if rotation not in self.labels:
                self.labels[rotation] = max(self.labels.values()) + 1

    # -- names

    def number(self):
        rng = self.rng
        nodes = sorted(self.bars.places)
        self.instances = rng.random() < 0.4
        self.printed = False
        if not self.instances:
            labels = rng.sample(range(1, 500), len(nodes))
            self.local = self.labels = dict(zip(nodes, labels))
            return
        style = rng.choice(["in_turn", "apart"] + (["printed"] * 2 if self.format == "abaqus" else []))
        self.features.append("instances " + style)
        if style == "apart":  # two parts with labels of their own
            labels = iter(sorted(rng.sample(range(1, 500), len(nodes))))
            self.local = self.labels = {node: next(labels) for node in nodes}
        else:
            self.local = {node: node[1] for node in nodes}
            self.labels = {node: k + 1 for k, node in enumerate(nodes)}
            if style == "printed":
                self.printed = True
                taken = sorted(rng.sample(range(2, 60), len(nodes)))
                bars = rng.sample("AB", 2)
                order = sorted(nodes, key=lambda n: (bars.index(n[0]), n[1]))
                self.labels = dict(zip(order, taken))

    def name(self, node):
        """A node as a card of the assembly names it."""
        if self.instances and node[0] in "AB":
            return f"{node[0]}-1.{self.local[node]}"
        return str(self.labels[node])

    # -- cards

    def free_nodes(self, count, bar=None):
        nodes = [n for n in sorted(self.bars.places) if n not in self.used and (bar is None or n[0] == bar)]
        favourites = [n for n in (TIP, PROBE, LOADED) if n in nodes]
        picked = []
        for _ in range(count):
            pool = favourites if favourites and self.rng.random() < 0.5 else nodes
            node = self.rng.choice(pool)
            picked.append(node)
            nodes.remove(node)
            if node in favourites:
                favourites.remove(node)
        return picked

    def equation(self):
        rng = self.rng
        gives, *others = self.free_nodes(1 + rng.randint(1, 2))
        terms = [((gives, rng.randrange(3)), rng.uniform(0.5, 2.0))]
        terms += [((n, rng.randrange(3)), rng.choice([-1, 1]) * rng.uniform(0.2, 1.5)) for n in others]
        if rng.random() < 0.2:  # a held one: no term at all
            terms.append(((rng.choice(self.bars.roots), 0), 1.0))
        self.used.add(gives)
        self.rows.append((self.in_global_axes(terms), terms[0][0]))
        self.named.update(n for (n, _), _ in terms)
        self.features.append("*EQUATION")
        self.cards += ["*EQUATION", str(len(terms))]
        self.cards += [f"{self.name(n)}, {d + 1}, {c!r}" for (n, d), c in terms]

    def in_global_axes(self, terms):
        """A row, of terms along the axes that the deck gives their nodes before."""
        row = collections.defaultdict(float)
        for (node, d), c in terms:
            axes = self.drawn_axes.get(node) or [[float(i == j) for j in range(3)] for i in range(3)]
            for k in range(3):
                row[node, k] += c * axes[d][k]
        return {dof: c for dof, c in row.items() if c != 0.0}

    def equation_of_sets(self):
        one, two = self.free_nodes(2, "A"), self.free_nodes(2, "B")
        one.sort(key=lambda n: self.labels[n])
        two.sort(key=lambda n: self.labels[n])
        if self.rng.random() < 0.1:
            one.reverse()  # refused: solvers differ
        self.used.update(one)
        self.named.update(one + two)
        d = self.rng.randrange(3)
        for a, b in zip(one, two):
            self.rows.append((self.in_global_axes([((a, d), 1.0), ((b, d), -0.5)]), (a, d)))
        self.features.append("*EQUATION of sets")
        tag = f"{len(self.cards)}"
        for name, nodes in (("EA" + tag, one), ("EB" + tag, two)):
            self.cards += [f"*NSET, NSET={name}", ", ".join(self.name(n) for n in nodes)]
        self.cards += ["*EQUATION", "2", f"EA{tag}, {d + 1}, 1., EB{tag}, {d + 1}, -0.5"]

    def rigid_body(self):
        rng = self.rng
        nodes = self.free_nodes(rng.randint(3, 4), "B")
        self.used.update(nodes)
        named = rng.random() < 0.6 or bool(self.rotations)
        reference, rotation = ("R", 2 * len(self.extra)), ("R", 2 * len(self.extra) + 1)
        place = [rng.uniform(0, 0.05) for _ in range(3)]
        self.extra[reference] = place
        self.labels[reference] = max(self.labels.values()) + rng.randint(1, 9)
        if named:
            self.extra[rotation] = place
            self.labels[rotation] = max(self.labels.values()) + rng.randint(1, 9)
        self.rotations.add(rotation)
        for node in nodes:
            arm = [p - q for p, q in zip(self.bars.places[node], place)]
            for d in range(3):
                row = {(node, d): 1.0, (reference, d): -1.0}
                for axis in range(3):  # u = u_0 + theta x arm
                    share = cross([float(axis == i) for i in range(3)], arm)[d]
                    if share != 0.0:
                        row[rotation, axis] = -share
                self.rows.append((row, (node, d)))
        self.features.append("*RIGID BODY" + ("" if named else " without ROT NODE"))
        tag = f"RB{len(self.cards)}"
        self.cards += [f"*NSET, NSET={tag}", ", ".join(self.name(n) for n in nodes)]
        self.cards += [f"*RIGID BODY, NSET={tag}, REF NODE={self.labels[reference]}" +
                       (f", ROT NODE={self.labels[rotation]}" if named else "")]

    def draw_axes(self, node):
        """Lines of a *TRANSFORM and the axes it gives at the node."""
        rng = self.rng
        place = self.bars.places[node]
        if rng.random() < 0.5:
            a, b = [[rng.uniform(-1, 1) for _ in range(3)] for _ in range(2)]
            x, z = unit(a), unit(cross(a, b))
            lines, extra = ", ".join(map(repr, a + b)), ""
        else:
            a = [rng.uniform(-0.1, 0.1) for _ in range(3)]
            b = [rng.uniform(-0.1, 0.1) for _ in range(3)]
            z = unit([q - p for p, q in zip(a, b)])
            arm = [q - p for p, q in zip(a, place)]
            along = dot(arm, z)
            x = unit([r - along * n for r, n in zip(arm, z)])
            lines, extra = ", ".join(map(repr, a + b)), ", TYPE=C"
        tag = f"T{len(self.cards)}"
        return [f"*NSET, NSET={tag}", self.name(node), f"*TRANSFORM, NSET={tag}{extra}", lines], [x, cross(z, x), z]

    def roller(self):
        node, = self.free_nodes(1)
        if node in self.named:
            return
        self.used.add(node)
        lines, axes = self.draw_axes(node)
        self.drawn_axes[node] = axes
        held = self.rng.randrange(3)
        row = {(node, d): axes[held][d] for d in range(3)}
        self.rows.append((row, max(row, key=lambda dof: abs(row[dof]))))
        self.features.append("*TRANSFORM with a roller")
        self.cards += lines + ["*BOUNDARY", f"{self.name(node)}, {held + 1}"]

    def local_axes(self):
        for node in self.free_nodes(2):
            lines, axes = self.draw_axes(node)
            if node in self.named and self.format == "abaqus":
                continue  # refused; CalculiX leaves what stands before as it is
            self.used.add(node)
            self.drawn_axes[node] = axes
            if self.format == "abaqus":
                self.axes[node] = axes
            self.cards += lines
        self.features.append("*TRANSFORM")

    def global_no(self):
        """CalculiX turns the matrices only if the deck says so, and blocks of three are free."""
        if any(len(row) > 1 for row, _ in self.rows):
            return
        node, = self.free_nodes(1)
        self.used.update(self.bars.places)
        lines, self.drawn_axes[node] = self.draw_axes(node)
        self.axes = self.drawn_axes
        self.features.append("GLOBAL=NO")
        self.cards += lines + ["*STEP", "*FREQUENCY, SOLVER=MATRIXSTORAGE, GLOBAL=NO"]

    def hidden_card(self):
        """Eliminates a node by a card that is not read."""
        gives, leads = self.free_nodes(2)
        self.used.add(gives)
        for d in range(3):
            self.rows.append(({(gives, d): 1.0, (leads, d): -1.0}, (gives, d)))
        card = self.rng.choice(["*MPC", "*TIE, NAME=X", "*COUPLING, REF NODE=1, SURFACE=S, CONSTRAINT NAME=C"])
        self.features.append(card.split(",")[0])
        self.cards += [card, "PIN, 1, 2"]

    # -- files

    def deck(self):
        bars, rng = self.bars, self.rng
        lines = ["*HEADING", "a draw"]
        if not self.instances:
            order = rng.sample(sorted(bars.places), len(bars.places))
            lines += ["*NODE, NSET=ALL"]
            lines += [f"{self.labels[n]}, " + ", ".join(map(repr, bars.places[n])) for n in order]
            for node, place in self.extra.items():
                lines += [f"{self.labels[node]}, " + ", ".join(map(repr, place))]
            return lines + self.cards
        shared = all(self.local["A", k] == self.local["B", k] for k in bars.part)
        for bar in "A" if shared else "AB":
            lines += [f"*Part, name=Part{bar}", "*Node"]
            lines += [f"{self.local[bar, k]}, " + ", ".join(map(repr, x)) for k, x in bars.part.items()]
            lines += ["*Element, type=C3D8, elset=E"]
            lines += [f"{e + 1}, " + ", ".join(str(self.local[bar, c]) for c in cell)
                      for e, cell in enumerate(bars.cells)]
            lines += ["*Nset, nset=Own", f"{self.local[bar, 12]}", "*End Part"]
        lines += ["*Assembly, name=Assembly"]
        for bar in "AB":
            lines += [f"*Instance, name={bar}-1, part=Part{'A' if shared else bar}"]
            if bars.moves[bar] is not None:
                shift, turn = bars.moves[bar]
                lines += [", ".join(map(repr, shift))]
                if turn is not None:
                    a, n, angle = turn
                    lines += [", ".join(map(repr, a + [p + q for p, q in zip(a, n)] + [angle]))]
            lines += ["*End Instance"]
        if self.printed:
            lines += ["*Node", "1, 0.3, 0.3, 0.3"]
        return lines + ["*End Assembly"] + self.cards

    def map_of_nodes(self):
        lines = ["", "  GLOBAL TO LOCAL NODE AND ELEMENT MAPS", "", "  node", "", "  GLOBAL LOCAL INSTANCE", "",
                 "  1  1  ASSEMBLY"]
        lines += [f"  {label}  {self.local[n]}  {n[0]}-1" for n, label in sorted(self.labels.items(), key=lambda i: i[1])]
        return lines + ["", "  element", "", "  1  1  A-1"]

    def write_deck(self, folder, lines):
        """Some lines go to other files, and some of these into others again."""
        def cut(text, depth):
            if depth == 0 or len(text) < 6 or self.rng.random() < 0.5:
                return text
            first = self.rng.randrange(1, len(text) - 3)
            last = self.rng.randrange(first + 1, len(text))
            name = f"part{len(list(folder.glob('part*.txt')))}.txt"
            (folder / name).touch()
            inner = cut(text[first:last], depth - 1)
            (folder / name).write_text("\n".join(inner) + "\n")
            if "*INCLUDE" not in self.features:
                self.features.append("*INCLUDE")
            return text[:first] + [f"*INCLUDE, INPUT={name}"] + text[last:]
        text = cut(self.dressed(lines), 2)
        (folder / "job.inp").write_bytes(self.ending.join(text + [""]).encode())

    def dressed(self, lines):
        """Cards as people write: other cases and blanks, comments, lines that end as in Windows."""
        rng, out = self.rng, []
        self.ending = rng.choice(["\n", "\r\n"])
        for line in lines:
            if line[:1] == "*":
                line = rng.choice([str.upper, str.lower, str.title, lambda text: text.replace(", ", " ,  ")])(line)
            out += [line] + rng.choices([[], ["** a comment"]], [9, 1])[0]
        return out

    def write(self, folder):
        solved = eliminated([row for row, _ in self.rows], lambda row: self.gives_way(row))
        k, m = reduced(self.bars.k, solved), reduced(self.bars.m, solved)
        names = {dof: (self.labels[dof[0]], dof[1] + 1) for dof in {row for row, _ in k}}
        for node, axes in self.axes.items():  # rows along local axes
            k, m = turned_rows(k, node, axes), turned_rows(m, node, axes)
        order = sorted(names, key=lambda dof: names[dof])
        if self.format == "calculix":
            (folder / "job.dof").write_text("".join("{}.{}\n".format(*names[d]) for d in order))
            for ending, matrix in ((".sti", k), (".mas", m)):
                write_triangle(folder / ("job" + ending), matrix, order, lambda i, j, v: f"{i + 1} {j + 1} {v!r}\n")
        else:
            label = [f"{names[d][0]},{names[d][1]}" for d in order]
            for ending, matrix in (("_STIF1.mtx", k), ("_MASS1.mtx", m)):
                write_triangle(folder / ("job" + ending), matrix, order,
                               lambda i, j, v: f"{label[j]}, {label[i]}, {v!r}\n")
            held = [(self.labels[n], d + 1) for n in self.bars.roots for d in range(3)]
            with open(folder / "job_STIF1.mtx", "a") as out:
                out.writelines(f"{n},{d}, {n},{d}, 1e36\n" for n, d in held)
        if self.printed:
            (folder / "job.dat").write_text("\n".join(self.map_of_nodes()) + "\n")
        self.write_deck(folder, self.deck())

    def gives_way(self, row):
        """The dof that the card lets give way, else the first that none has."""
        for dof in self.pivots():
            if dof in row:
                return dof
        return max(row, key=lambda dof: abs(row[dof]))

    def pivots(self):
        return [pivot for _, pivot in self.rows]

    def write_plain(self, folder):
        """The export without cards: what outputs and contacts need gives way last."""
        wanted = {(n, d) for n in (TIP, PROBE, LOADED) for d in range(3)}
        late = lambda dof: (dof in wanted, dof[0][0] != "R")
        solved = eliminated([row for row, _ in self.rows],
                            lambda row: min(row, key=lambda dof: (late(dof), -abs(row[dof]))))
        if wanted & set(solved):
            return False
        k, m = reduced(self.bars.k, solved), reduced(self.bars.m, solved)
        order = sorted({row for row, _ in k})
        number = {n: i + 1 for i, n in enumerate(sorted(self.bars.places))}
        number.update({n: 100 + i for i, n in enumerate(self.extra)})
        self.plain = number
        rows = {dof: i for i, dof in enumerate(order)}
        if any(n not in number for n, _ in rows):  # a rotation node that the solver makes
            number.update({n: 200 for n in self.rotations if n not in number})
        (folder / "job.dof").write_text("".join(f"{number[n]}.{d + 1}\n" for n, d in order))
        for ending, matrix in ((".sti", k), (".mas", m)):
            write_triangle(folder / ("job" + ending), matrix, order, lambda i, j, v: f"{i + 1} {j + 1} {v!r}\n")
        places = {number[n]: x for n, x in self.bars.places.items()}
        (folder / "job.inp").write_text("*NODE\n" + "".join(
            f"{n}, " + ", ".join(map(repr, x)) + "\n" for n, x in sorted(places.items())))
        return True

    def write_definition(self, folder, labels, kind, normal):
        outputs = "".join(
            f'[[outputs]]\nname = "{name}_{axis}"\nquantity = "{quantity}"\nnode = {labels[node]}\n'
            f"direction = {[float(axis == a) for a in 'xyz']}\n"
            for name, node, quantity in (("tip", TIP, "displacement"), ("tip_velocity", TIP, "velocity"),
                                         ("probe", PROBE, "displacement"))
            for axis in "xyz")
        (folder / "model.toml").write_text(
            f'name = "draw"\n[import]\nkind = "{kind}"\nfile = "job"\nunits = "SI"\n'
            f'[condense]\nmethod = "none"\n'
            f'[contact]\nkind = "nodes"\nnode = {labels[TIP]}\nclearance = 1e-6\nfriction = 0.2\nrestitution = 0.4\n'
            f"[contact.wall]\nnormal = {normal}\n[step]\nsize = {STEP}\n"
            f'[[forces]]\nname = "push"\nvalue = 300.0\nnode = {labels[LOADED]}\ndirection = {[-x for x in normal]}\n'
            f'[[inputs]]\nname = "none"\nnode = {labels[PROBE]}\ndirection = [1.0, 0.0, 0.0]\n'
            f'{outputs}[[scenarios]]\nname = "s"\nduration = {DURATION}\n')


def turned_rows(matrix, node, axes):
    out = {}
    keep = {key: v for key, v in matrix.items() if node not in (key[0][0], key[1][0])}
    out.update(keep)
    partners = {c for r, c in matrix if r[0] == node}
    for c in partners:
        if c[0] == node:
            continue
        for i in range(3):
            value = sum(axes[i][d] * matrix.get(((node, d), c), 0.0) for d in range(3))
            out[(node, i), c] = out[c, (node, i)] = value
    for i in range(3):
        for j in range(3):
            out[(node, i), (node, j)] = sum(axes[i][a] * matrix.get(((node, a), (node, b)), 0.0) * axes[j][b]
                                            for a in range(3) for b in range(3))
    return out


def write_triangle(path, matrix, order, line):
    with open(path, "w") as out:
        for j, column in enumerate(order):
            for i in range(j + 1):
                value = 0.5 * (matrix.get((order[i], column), 0.0) + matrix.get((column, order[i]), 0.0))
                if value != 0.0:
                    out.write(line(i, j, value))


# ---- what comes out ---------------------------------------------------------------------------

class Refused(Exception):
    pass


def call(mortise, folder, *arguments):
    done = subprocess.run([mortise, *arguments], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "MORTISE_CACHE": str(folder / "cache")})
    if done.returncode != 0:
        raise Refused(done.stderr.strip())
    return done.stdout


def results(mortise, folder):
    modes = json.loads(call(mortise, folder, "analyze", "modes", "model.toml", "--json"))
    call(mortise, folder, "build", "model.toml", "-o", "m.mrt", "--full-order", "none", "--uncertified",
         "--cache", str(folder / "cache"))
    call(mortise, folder, "run", "m.mrt", "--scenario", "s", "-o", "out.csv")
    with open(folder / "out.csv") as text:
        rows = list(csv.reader(text))
    columns = {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}
    return modes["frequencies_hz"], columns


def difference(one, other):
    """Largest, of the largest of the same quantity: displacements, velocities, forces."""
    def quantity(name):
        return "velocity" if "velocity" in name else "force" if "contact" in name else "displacement"
    sizes, worst = collections.defaultdict(float), 0.0
    for name, column in other.items():
        sizes[quantity(name)] = max(sizes[quantity(name)], max(map(abs, column)))
    for name, column in other.items():
        off = max(abs(x - y) for x, y in zip(one[name], column))
        worst = max(worst, off / (sizes[quantity(name)] or 1.0))
    return worst


def judge(mortise, seed, root):
    draw = Draw(seed)
    mine, plain = root / "deck", root / "plain"
    mine.mkdir(parents=True)
    plain.mkdir()
    normal = draw.rng.choice([[0.0, 1.0, 0.0], unit([1.0, 2.0, 0.5])])
    if not draw.write_plain(plain):
        return None, draw, ""
    draw.write(mine)
    draw.write_definition(plain, draw.plain, "calculix", normal)
    draw.write_definition(mine, draw.labels, draw.format, normal)
    right_modes, right = results(mortise, plain)
    try:
        modes, columns = results(mortise, mine)
    except Refused as refusal:
        said = str(refusal)
        return ("refused" if any(card in said for card in named_cards(draw)) else "wrong"), draw, said
    if columns.keys() != right.keys():
        return "wrong", draw, f"columns {sorted(columns)} for {sorted(right)}"
    count = min(len(modes), len(right_modes), 20)
    off = max(max(abs(a / b - 1) for a, b in zip(modes[:count], right_modes)), difference(columns, right))
    return ("same" if off < TOLERANCE else "wrong"), draw, f"off by {off:.2g}"


def named_cards(draw):
    cards = {card for line in draw.deck() + draw.cards for card in [line.split(",")[0].upper()] if card[:1] == "*"}
    return cards | {"*INSTANCE"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mortise")
    parser.add_argument("--decks", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the files of all draws")
    parser.add_argument("--refusals", action="store_true", help="print what is said")
    options = parser.parse_args()
    mortise = str(pathlib.Path(options.mortise).resolve())
    table = collections.Counter()
    wrong = done = 0
    seed = options.seed
    with tempfile.TemporaryDirectory() as temporary:
        root = options.keep or pathlib.Path(temporary)
        while done < options.decks:
            verdict, draw, said = judge(mortise, seed, root / str(seed))
            seed += 1
            if verdict is None:
                continue
            done += 1
            for feature in sorted(set(draw.features)):
                table[f"{draw.format} {feature}", verdict] += 1
            table["all", verdict] += 1
            wrong += verdict == "wrong"
            if verdict == "wrong" or (verdict == "refused" and options.refusals):
                print(f"seed {seed - 1}, {draw.format}, {', '.join(draw.features)}: {said}\n", file=sys.stderr)
    print(f"{'':<42} {'same':>7} {'refused':>7} {'wrong':>7}")
    for name in sorted({name for name, _ in table}, key=lambda n: (n == "all", n)):
        print(f"{name:<42} " + " ".join(f"{table[name, v]:>7}" for v in ("same", "refused", "wrong")))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
