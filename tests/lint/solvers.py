#!/usr/bin/env python3
"""Rooms of the generator name no decomposition of Eigen: each use costs the compiler seconds.

generator/ground/dense has them behind plain functions, compiled once; generator/ground/sparse those of
sparse matrices.

    solvers.py [folder]     generator by itself

Exit: 0 clean, 1 findings.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = ("generator/ground/dense/", "generator/ground/sparse/")
NAMED = re.compile(
    r"\b(?:(?:Generalized)?SelfAdjointEigenSolver|(?:Generalized|Complex)?EigenSolver|RealSchur|RealQZ"
    r"|(?:ColPiv|FullPiv)?HouseholderQR|CompleteOrthogonalDecomposition|(?:Partial|Full)PivLU|SparseLU"
    r"|SparseQR|Simplicial\w+|ConjugateGradient|BiCGSTAB|(?:Jacobi|BDC)SVD|LLT|LDLT)\b"
    r"|[.>](?:llt|ldlt|lu|partialPivLu|fullPivLu|jacobiSvd|bdcSvd"
    r"|(?:colPiv|fullPiv)?[hH]ouseholderQr|completeOrthogonalDecomposition|eigenvalues"
    r"|operatorNorm)\(\)"
    r"|<(?:unsupported/)?Eigen/(?:Dense|Cholesky|QR|SVD|Eigenvalues|SparseLU|SparseQR|\w*Sparse\w*Solvers?"
    r"|SparseCholesky|IterativeLinearSolvers)>")
COMMENT = re.compile(r"//.*")
# An accessor of our own has Eigen's name.
OWN = re.compile(r"\b(?:eigen|axes|shapes|SymmetricEigen\(\w+\))\.eigenvalues\(\)")


def main():
    folder = ROOT / (sys.argv[1] if len(sys.argv) > 1 else "generator")
    found = sources = 0
    for path in sorted([*folder.rglob("*.cc"), *folder.rglob("*.hpp")]):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(HOME):
            continue
        sources += 1
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for match in NAMED.finditer(OWN.sub("", COMMENT.sub("", line))):
                found += 1
                print(f"{place}:{number}: {match.group().strip('.<>()')} is a solver of Eigen: call "
                      "a function of generator/ground/dense, or add one there")
    print(f"{sources} sources of {folder.relative_to(ROOT)}: {found or 'no'} solvers of Eigen")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
