#!/usr/bin/python3
"""Makes rod_second.*: the clamped rod of this folder on a coarser mesh of tetrahedra.

Steel rod, length 300 mm, diameter 9 mm, axis +x, clamped at x = 0; units mm, t, s, N, MPa.
Second-order tetrahedra (C3D10) in layers, with nodes along the axis.
Needs gmsh (4.8) and ccx (CalculiX 2.20).
"""
import gzip
import json
import math
import os
import subprocess
import tempfile
from pathlib import Path

LENGTH, RADIUS = 300.0, 4.5        # [mm]
TIP_START = 280.0                  # the tip region begins here [mm]
YOUNG, POISSON, DENSITY = 210000.0, 0.3, 7.85e-9  # [MPa], [-], [t/mm3]
MESH_SIZE = 9.0                    # of the cross-section: one edge per quarter of the rim [mm]
BODY_LAYERS, TIP_LAYERS = 18, 2    # of tetrahedra along the axis
JOB = "rod_second"
TET10 = 11                         # element type in gmsh's file
TET10_TO_CCX = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8]  # the last two mid-side nodes change places

GEOMETRY = f"""
SetFactory("Built-in");
h = {MESH_SIZE};
Point(1) = {{0, 0, 0, h}};
Point(2) = {{0, {RADIUS}, 0, h}};
Point(3) = {{0, 0, {RADIUS}, h}};
Point(4) = {{0, {-RADIUS}, 0, h}};
Point(5) = {{0, 0, {-RADIUS}, h}};
For i In {{2:5}}
  Line(i) = {{1, i}};
EndFor
Circle(12) = {{2, 1, 3}};
Circle(13) = {{3, 1, 4}};
Circle(14) = {{4, 1, 5}};
Circle(15) = {{5, 1, 2}};
Curve Loop(1) = {{2, 12, -3}};
Curve Loop(2) = {{3, 13, -4}};
Curve Loop(3) = {{4, 14, -5}};
Curve Loop(4) = {{5, 15, -2}};
For i In {{1:4}}
  Plane Surface(i) = {{i}};
EndFor
body[] = Extrude {{{TIP_START}, 0, 0}} {{ Surface{{1:4}}; Layers{{{BODY_LAYERS}}}; }};
tip[] = Extrude {{{LENGTH - TIP_START}, 0, 0}} {{
  Surface{{body[0], body[5], body[10], body[15]}}; Layers{{{TIP_LAYERS}}};
}};
Mesh.ElementOrder = 2;
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Mesh.MshFileVersion = 2.2;
Mesh.RandomSeed = 1;
"""


def mesh(folder):
    """Positions of the nodes [mm] and ten 0-based nodes of every element, both in a canonical order."""
    (folder / "rod.geo").write_text(GEOMETRY)
    subprocess.run(["gmsh", "-3", "-nt", "1", "-v", "1", "rod.geo", "-o", "rod.msh"],
                   cwd=folder, check=True)
    lines = (folder / "rod.msh").read_text().splitlines()
    start = lines.index("$Nodes") + 2
    rows = [line.split() for line in lines[start:lines.index("$EndNodes")]]
    position = {int(row[0]): [float(v) for v in row[1:4]] for row in rows}
    start = lines.index("$Elements") + 2
    elements = []
    for line in lines[start:lines.index("$EndElements")]:
        row = [int(v) for v in line.split()]
        if row[1] == TET10:
            nodes = row[3 + row[2]:]
            elements.append([nodes[i] for i in TET10_TO_CCX])
    used = sorted({node for element in elements for node in element},
                  key=lambda node: [round(v, 6) for v in position[node]])
    index = {node: i for i, node in enumerate(used)}
    points = [[0.0 if abs(v) < 1e-9 else v for v in position[node]] for node in used]
    return points, [[index[node] for node in element] for element in elements]


def node_sets(points):
    """Labels (1-based) of the nodes that the models refer to."""
    def select(holds):
        return [i + 1 for i, (x, y, z) in enumerate(points) if holds(x, math.hypot(y, z))]

    return {
        "CLAMP": select(lambda x, r: x < 1e-6),
        "TIPSURF": select(lambda x, r: x > TIP_START - 1e-6 and r > RADIUS - 1e-3),
        "TIPAXIS": select(lambda x, r: x > TIP_START - 1e-6 and r < 1e-6),
        "TIPFACE": select(lambda x, r: x > LENGTH - 1e-6),
        "AXIS": select(lambda x, r: r < 1e-6),
    }


def deck_head(points, elements, sets):
    """Everything of the deck up to the first step."""
    lines = ["** clamped steel rod, L = 300 mm, D = 9 mm; units mm, t, s, N, MPa", "*NODE, NSET=NALL"]
    lines += [f"{i + 1}, {p[0]:.12g}, {p[1]:.12g}, {p[2]:.12g}" for i, p in enumerate(points)]
    lines.append("*ELEMENT, TYPE=C3D10, ELSET=EALL")
    lines += [", ".join(str(v) for v in [i + 1] + [n + 1 for n in element])
              for i, element in enumerate(elements)]
    for name, labels in sets.items():
        lines.append(f"*NSET, NSET={name}")
        lines += [", ".join(map(str, labels[i:i + 10])) + "," for i in range(0, len(labels), 10)]
    lines += ["*MATERIAL, NAME=STEEL", "*ELASTIC", f"{YOUNG}, {POISSON}", "*DENSITY",
              f"{DENSITY:g}", "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL", "*BOUNDARY",
              "CLAMP, 1, 3"]
    return "\n".join(lines) + "\n"


def calculix(folder, job, deck):
    (folder / f"{job}.inp").write_text(deck)
    run = subprocess.run(["ccx", "-i", job], cwd=folder, capture_output=True, text=True,
                         env={**os.environ, "OMP_NUM_THREADS": "1"})
    if "Job finished" not in run.stdout:  # ccx also ends with status 0 when it fails
        raise SystemExit(run.stdout[-2000:])


def printed_rows(folder, job, length):
    """Rows of a result table: an integer followed by numbers."""
    for line in (folder / f"{job}.dat").read_text().splitlines():
        if "P A R T I C" in line:
            return
        row = line.split()
        if len(row) == length and row[0].isdigit():
            yield row


def main():
    here = Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        points, elements = mesh(folder)
        sets = node_sets(points)
        head = deck_head(points, elements, sets)
        calculix(folder, JOB, head + "*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n*END STEP\n")
        calculix(folder, "modes", head + "*STEP\n*FREQUENCY\n20\n*END STEP\n")
        tip = [n for n in sets["TIPFACE"] if n in sets["AXIS"]][0]
        calculix(folder, "static", head + "*STEP\n*STATIC\n*CLOAD\n"
                 f"{tip}, 2, 10.\n{tip}, 3, -5.\n*NODE PRINT, NSET=AXIS\nU\n*END STEP\n")
        expected = {
            "units": "mm, t, s, N, MPa; frequencies in Hz",
            "solver": "CalculiX 2.20, one thread",
            "element": "C3D10",
            "n_nodes": len(points),
            "n_free_dofs": 3 * (len(points) - len(sets["CLAMP"])),
            "frequencies_hz": [float(row[3]) for row in printed_rows(folder, "modes", 5)],
            "tip_centre_node": tip,
            "sets": {name: len(labels) for name, labels in sets.items()},
            "static": {"loads": [[tip, 2, 10.0], [tip, 3, -5.0]],
                       "displacement_mm": {row[0]: [float(v) for v in row[1:]]
                                           for row in printed_rows(folder, "static", 4)}},
        }
        for extension in (".inp", ".sti", ".mas", ".dof"):
            content = (folder / (JOB + extension)).read_bytes()
            (here / (JOB + extension + ".gz")).write_bytes(gzip.compress(content, 9, mtime=0))
        (here / f"{JOB}_expected.json").write_text(json.dumps(expected, indent=1) + "\n")
        print(len(points), "nodes,", len(elements), "elements,", expected["n_free_dofs"], "dofs")


if __name__ == "__main__":
    main()
