#!/usr/bin/env python3
"""A law of interfaces is told from the others in its own rooms and in the tables of laws, nowhere else.

What asks `view.is_film()` to do something else for films must be found again for the next law. The
tables hold one answer per law to a question that is none of its name: the generator's is
generator/bake/laws, the runtime's are runtime/src/laws.hpp and its like. One line per finding:
    FILE:LINE: is_film(): ask the table of laws; remedy

    laws.py [tree]      the folder that holds runtime/, generator/ and targets/

Exit: 0 clean, 1 findings, 2 nothing to read.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".hpp", ".cc", ".h", ".c", ".in"}
COMMENT = re.compile(r"//.*")
LAW = re.compile(r"^MORTISE_(?:FIRST_)?LAW\((\w+),", re.MULTILINE)
# An assembly is no law, but in the generator has an entry like theirs; in the runtime its room couples
# interfaces two by two.
HOMES = ("generator/bake/laws/", "runtime/src/assembly/", "runtime/include/mortise/model.hpp")
# How often each file may still do it, and why.
EXCEPTIONS = {
    "runtime/include/mortise/fixed.hpp": (1, "a step of known sizes is written for contacts alone"),
    "runtime/include/mortise/join.hpp": (1, "a public header, which sees no table of src/"),
    "runtime/src/at_rest.cc": (2, "whether modes alone tell a displacement is asked once"),
    "runtime/src/c_api.cc": (1, "mortise_film_restart answers BAD_CALL"),
    "targets/adversary/adversary.hpp": (1, "sees no table; modes of films swing in units of their own"),
}


def main():
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT
    laws = LAW.findall((ROOT / "runtime/include/mortise/law.def").read_text())
    asked = {folder: re.compile(rf"\bis_({'|'.join(names)})\b(?=\(\)|\)|;|,)") for folder, names in
             (("runtime", laws), ("generator", laws + ["assembly"]), ("targets", laws + ["assembly"]))}
    homes = HOMES + tuple(f"runtime/src/{law}/" for law in laws)
    sources, found = 0, collections.defaultdict(list)
    for folder in asked:
        for path in sorted((tree / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            place = path.relative_to(tree).as_posix()
            sources += 1
            if place.startswith(homes):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found[place] += [(number, m[1]) for m in asked[folder].finditer(COMMENT.sub("", line))]
    if not sources:
        print(f"{tree}: no sources")
        return 2
    findings = 0
    for place, places in sorted(found.items()):
        allowed = EXCEPTIONS.get(place, (0, ""))[0]
        if len(places) > allowed:
            findings += len(places)
            for number, law in places:
                print(f"{place}:{number}: is_{law}(): ask the table of laws (generator/bake/laws/file_law.hpp, "
                      "runtime/src/law.hpp); what it lacks is a question for all laws there")
        elif len(places) < allowed and tree == ROOT:
            findings += 1
            print(f"{place}: {len(places)} of {allowed} exceptions are left; lower the number in {pathlib.Path(__file__).name}")
    print(f"{sources} sources: {findings or 'no'} laws told apart outside of their rooms")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
