#!/usr/bin/env python3
"""Writes bracket.inp, a CalculiX deck of an angle bracket, into the current folder.

60 x 40 x 60 mm, 10 mm thick, steel, 352 bricks; the base is held where its
two bolts press on it. Units: mm, t, s, N. Stands for the deck you have."""
import itertools

CELL, SIZE, THICK = 5.0, (12, 8, 12), 2  # mm, cells along x y z, cells of thickness


def solid(i, k):
    """A cell is part of the base or of the upright."""
    return k < THICK or i < THICK


cells = [c for c in itertools.product(*map(range, SIZE)) if solid(c[0], c[2])]
CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
points = sorted({tuple(a + b for a, b in zip(c, d)) for c in cells for d in CORNERS})
label = {p: n for n, p in enumerate(points, 1)}


def node_set(name, keep):
    chosen = [str(label[p]) for p in points if keep(*p)]
    lines = [", ".join(chosen[i:i + 12]) for i in range(0, len(chosen), 12)]
    return [f"*NSET, NSET={name}", *(line + "," for line in lines)]


deck = ["*NODE, NSET=ALL"]
deck += [f"{label[p]}, " + ", ".join(f"{CELL * x:g}" for x in p) for p in points]
deck += ["*ELEMENT, TYPE=C3D8, ELSET=BODY"]
for number, cell in enumerate(cells, 1):
    nodes = [label[tuple(a + b for a, b in zip(cell, d))] for d in CORNERS]
    deck.append(f"{number}, " + ", ".join(map(str, nodes)))
deck += node_set("HELD", lambda x, y, z: z == 0 and 6 <= x <= 10 and (y <= 2 or y >= 6))
deck += node_set("EDGE", lambda x, y, z: z == SIZE[2] and x == 0)
deck += node_set("STOP", lambda x, y, z: z == SIZE[2] and x == 0 and y in (0, SIZE[1]))
deck += ["*MATERIAL, NAME=STEEL", "*ELASTIC", "210000, 0.3", "*DENSITY", "7.85e-9",
         "*SOLID SECTION, ELSET=BODY, MATERIAL=STEEL",
         "*BOUNDARY", "HELD, 1, 3"]
# From here on: what every deck needs at its end to export its matrices.
deck += ["*STEP", "*FREQUENCY, SOLVER=MATRIXSTORAGE", "*END STEP"]

with open("bracket.inp", "w", encoding="ascii") as file:
    file.write("\n".join(deck) + "\n")
print(f"bracket.inp: {len(points)} nodes, {len(cells)} elements")
