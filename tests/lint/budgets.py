#!/usr/bin/env python3
"""Compares the weight of the tree with its budgets, budgets.txt: counts, which are the same on
every machine, and no times.

    lines.<half>[.<wing>]   lines of C++ below the folder
    reads.largest           own lines that one source of runtime/ or generator/ reads, the most: its
                            own and those of every header of the tree that it includes, directly or
                            not, each once and as if every #if held
    reads.sum               of all sources together
    lines.readme            lines of README.md
    programs.tests          commands of tests/**/CMakeLists.txt that make programs
    bytes.<file>            of a built library or program; left out where it is not built, or not by
                            the compiler, build type and instruction sets that the budget names

More than its budget fails, and so does less than 97 % of it: a budget holds no reserve. The sizes of
files may pass theirs by 2 %, for libraries of the system differ. One line per finding:
    budgets.txt:LINE: NAME is FIGURE, budget BUDGET; remedy

Exit: 0 within, 1 findings, 2 a budget that names nothing.
"""
import argparse
import math
import pathlib
import re
import sys

import arrows

HALVES = ("runtime", "generator", "targets", "tests")
LEAST = 0.97      # of a budget; less lowers it
BYTES_OVER = 1.02
BUILT = ("libmortise.a", "mortise")
PROGRAM = re.compile(r"^\s*(?:add_executable|mortise_test|wing_tests)\s*\(", re.MULTILINE)
ROW = re.compile(r"^([a-z.A-Z]+)\s+(\d+)\s*(.*)$")


def lines_of(file):
    return len(file.read_bytes().splitlines())


def sources(folder):
    return [file for file in sorted(folder.rglob("*"))
            if file.suffix in arrows.SUFFIXES and "planted" not in file.relative_to(folder).parts]


def included(tree, file):
    """The files of the tree that `file` includes itself."""
    for line in file.read_text().splitlines():
        match = arrows.INCLUDE.match(line)
        if match:
            text = match[1] or match[2]
            for place in (file.parent, tree, tree / "runtime" / "include"):
                if (place / text).is_file():
                    yield (place / text).resolve()
                    break


def reads(tree):
    """Own lines that each source of runtime/ and generator/ reads, by its name."""
    length, direct = {}, {}

    def all_of(file):
        seen, ahead = {file}, [file]
        while ahead:
            at = ahead.pop()
            if at not in direct:
                direct[at], length[at] = list(included(tree, at)), lines_of(at)
            ahead += [other for other in direct[at] if other not in seen]
            seen.update(direct[at])
        return sum(length[other] for other in seen)

    return {file.relative_to(tree).as_posix(): all_of(file)
            for half in ("runtime", "generator") for file in sources(tree / half)
            if file.suffix in (".cc", ".c")}


def kind_of(build):
    """"Clang-14 Release all": compiler, build type and instruction sets of a build folder; None where
    there is none."""
    cache = build / "CMakeCache.txt"
    found = sorted(build.glob("CMakeFiles/*/CMakeCXXCompiler.cmake"))
    if not cache.is_file() or not found:
        return None
    text = found[-1].read_text()
    name = re.search(r'CMAKE_CXX_COMPILER_ID "(\w+)"', text)
    version = re.search(r'CMAKE_CXX_COMPILER_VERSION "(\d+)', text)
    chosen = dict(re.findall(r"^(CMAKE_BUILD_TYPE|MORTISE_SETS):\w+=(.*)$", cache.read_text(),
                             re.MULTILINE))
    if not name or not version:
        return None
    return (f'{name[1]}-{version[1]} {chosen.get("CMAKE_BUILD_TYPE")} '
            f'{chosen.get("MORTISE_SETS", "all")}')


def built(build, name):
    """The library or program, if it is built."""
    found = [file for folder in ("runtime", "bin") for file in build.glob(f"{folder}/{name}")]
    return found[0] if found else None


def figures(tree, build):
    """{name: (figure, words on where)}, in the order of the list of budgets."""
    result = {}
    for half in HALVES:
        counts = {}
        for file in sources(tree / half):
            below = file.relative_to(tree / half).parts
            wing = below[0] if len(below) > 1 else ""
            counts[wing] = counts.get(wing, 0) + lines_of(file)
        result[f"lines.{half}"] = sum(counts.values()), ""
        if half == "generator":
            result.update({f"lines.generator.{wing}": (counts[wing], "")
                           for wing in reversed(arrows.WINGS) if wing in counts})
    by_source = reads(tree)
    if by_source:
        largest = max(by_source, key=by_source.get)
        result["reads.largest"] = by_source[largest], f" ({largest})"
        result["reads.sum"] = sum(by_source.values()), ""
    readme = tree / "README.md"
    if readme.is_file():
        result["lines.readme"] = lines_of(readme), ""
    result["programs.tests"] = sum(len(PROGRAM.findall(file.read_text()))
                                   for file in sorted((tree / "tests").rglob("CMakeLists.txt"))), ""
    kind = kind_of(build) if build else None
    for name in BUILT:
        file = built(build, name) if kind else None
        if file is not None:
            result[f"bytes.{name}"] = file.stat().st_size, kind
    return result


def rows(file):
    """(line number, name, budget, words behind it) of every budget."""
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            match = ROW.match(line)
            if match is None:
                raise SystemExit(f"{file}:{number}: no 'NAME FIGURE words'")
            yield number, match[1], int(match[2]), match[3]


def finding(name, figure, budget, where):
    """What is wrong with a figure, with the remedy; None if nothing is."""
    if figure > budget * (BYTES_OVER if name.startswith("bytes.") else 1.0):
        return (f"{name} is {figure}{where}, budget {budget}; make it lighter, or raise the budget in "
                "the same commit with a line that says what it buys")
    if figure < LEAST * budget:
        return f"{name} is {figure}{where}, budget {budget}; lower it to {rounded(figure)}"
    return None


def rounded(figure):
    """Up to three digits: room for one small change."""
    step = 10 ** max(0, int(math.log10(max(figure, 1))) - 2)
    return -(-figure // step) * step


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?", type=pathlib.Path, default=arrows.ROOT)
    parser.add_argument("--build", type=pathlib.Path, help="build folder whose files are weighed")
    parser.add_argument("--print", action="store_true",
                        help="the budgets as the tree is now, for budgets.txt")
    arguments = parser.parse_args()
    tree = arguments.tree.resolve()
    file = tree / "tests" / "lint" / "budgets.txt"
    now = figures(tree, arguments.build)

    if getattr(arguments, "print"):
        budgets = {name: (budget, words) for _, name, budget, words in rows(file)} \
            if file.is_file() else {}
        for name in sorted(budgets.keys() | now.keys(),
                           key=lambda name: list(now).index(name) if name in now else len(now)):
            budget, words = budgets.get(name, (0, ""))
            figure, where = now.get(name, (budget, ""))
            if name.startswith("bytes.") and name in now:
                words = where
            print(f"{name:26} {rounded(figure):9} {words}".rstrip())
        return 0

    findings, nothing = [], False
    for number, name, budget, words in rows(file):
        at = f"{file.relative_to(tree)}:{number}"
        if name not in now and name.startswith("bytes."):
            print(f"{at}: {name} is not built here")
        elif name not in now:
            print(f"{at}: {name} names nothing; remove it")
            nothing = True
        elif name.startswith("bytes.") and now[name][1] != words:
            print(f"{at}: {name} is {now[name][0]} by {now[name][1]}, weighed by {words} alone")
        else:
            figure, where = now[name]
            what = finding(name, figure, budget, "" if name.startswith("bytes.") else where)
            if what is not None:
                findings.append(f"{at}: {what}")
    known = {name for _, name, _, _ in rows(file)}
    findings += [f"{file.relative_to(tree)}: {name} has no budget; give it {rounded(figure)}"
                 for name, (figure, _) in now.items()
                 if name not in known and not name.startswith("bytes.")]
    for line in findings:
        print(line)
    print(f"{len(now)} figures, {len(findings)} findings")
    return 2 if nothing else 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
