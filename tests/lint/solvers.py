#!/usr/bin/env python3
"""Rooms of the generator and what tests them name no decomposition of Eigen: each use costs the compiler
seconds.

generator/ground/dense has them behind plain functions, compiled once; generator/ground/sparse those of
sparse matrices.

    solvers.py [folder]     generator and tests by themselves

Exit: 0 clean, 1 findings.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# where they live; yardsticks that are Eigen's on purpose or count in extended precision; what nobody
# waits for
HOME = ("generator/ground/dense/", "generator/ground/sparse/", "tests/bench/", "tests/studies/",
        "tests/generator/contact/oracle/", "tests/lint/planted/")
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
OWN = re.compile(r"\b(?:eigen|axes|shapes|got|fixed|modes|SymmetricEigen\(.+\))\.eigenvalues\(\)")


def main():
    folders = sys.argv[1:] or ["generator", "tests"]
    home = () if sys.argv[1:] else HOME
    found = sources = 0
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*")
                       if path.suffix in (".cc", ".hpp")):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(home):
            continue
        sources += 1
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for match in NAMED.finditer(OWN.sub("", COMMENT.sub("", line))):
                found += 1
                print(f"{place}:{number}: {match.group().strip('.<>()')} is a solver of Eigen: call "
                      "a function of generator/ground/dense, or add one there")
    print(f"{sources} sources of {' and '.join(folders)}: {found or 'no'} solvers of Eigen")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
