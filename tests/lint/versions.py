#!/usr/bin/env python3
"""The versions of project, library and file, wherever they are written: one number each.
    versions.py

Exit: 0 they agree, 1 they do not, or a place has none.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# version: its places, and what stands around it there
PLACES = {
    "project": [
        ("CMakeLists.txt", r"^project\(mortise VERSION (\S+) "),
        ("runtime/CMakeLists.txt", r"^  project\(mortise_runtime VERSION (\S+) "),
        ("CITATION.cff", r"^version: (\S+)$"),
        ("CHANGELOG.md", r"^## (\d[^,\s]*)"),
        ("CONTRIBUTING.md", r"^\| project \| (\S+) \|"),
    ],
    "library": [
        ("runtime/include/mortise/mortise.h", r"^#define MORTISE_ABI_VERSION (\d+)u$"),
        ("CONTRIBUTING.md", r"^\| library \| (\d+),"),
        ("CONTRIBUTING.md", r"^\| library \|.*`libmortise\.so\.(\d+)`"),
        ("CONTRIBUTING.md", r"^\| library \|.*package `libmortise(\d+)`"),
        ("README.md", r"`libmortise(\d+)`"),
        ("targets/README.md", r"`libmortise\.so\.(\d+)`"),
        ("targets/README.md", r"`libmortise(\d+)`"),
    ],
    "file": [
        ("runtime/include/mortise/model.hpp", r"kSchemaVersion = (\d+),"),
        ("runtime/schema/mortise.fbs", r'^file_identifier "MRT(\d+)";'),
        ("CONTRIBUTING.md", r"^\| file \| (\d+), minor"),
    ],
    "minor of the file": [
        ("runtime/include/mortise/model.hpp", r"kSchemaMinor = (\d+);"),
        ("CONTRIBUTING.md", r"^\| file \| \d+, minor (\d+) "),
    ],
}


def main():
    bad = False
    for name, places in PLACES.items():
        said = {}
        for path, pattern in places:
            found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
            if found is None:
                print(f"{path}: no version of the {name} where `{pattern}` should find it")
                bad = True
            else:
                said.setdefault(found[1], []).append(path)
        if len(said) > 1:
            print(f"{name}: " + "; ".join(f"{v} in {', '.join(p)}" for v, p in said.items()))
            bad = True
        elif said:
            print(f"{name}: {next(iter(said))} in {len(places)} places")
    return 1 if bad else 0


sys.exit(main())
