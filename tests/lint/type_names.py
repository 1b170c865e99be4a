#!/usr/bin/env python3
"""Types that headers of one folder define must have names of their own.

Two types of one name in one namespace break the one-definition rule: the linker keeps one of the two
destructors, silently. No compiler sees it, because the two never meet in one source. A source's own
type of such a name is ambiguous where sources are read together, and to the reader at once.

Exit: 0 clean, 1 findings.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMESPACE = re.compile(r"^namespace ([\w:]+) {", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (\w+)(?: final)?(?: : [\w:<>, ]+)? {",
                  re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="relative to the root of the tree")
    folder = ROOT / parser.parse_args().folder

    defined = {}
    for header in sorted(folder.rglob("*.hpp")):
        text = header.read_text()
        for namespace in NAMESPACE.findall(text)[:1]:
            for name in TYPE.findall(text):
                defined.setdefault((namespace, name), []).append(header.relative_to(ROOT))
    public = set(defined)
    for source in sorted(folder.rglob("*.cc")):
        text = source.read_text()
        for namespace in NAMESPACE.findall(text)[:1]:
            for key in public.intersection((namespace, name) for name in TYPE.findall(text)):
                defined[key].append(source.relative_to(ROOT))
    shared = {key: where for key, where in defined.items() if len(where) > 1}
    for (namespace, name), where in shared.items():
        print(f"{namespace}::{name} is defined in {' and in '.join(map(str, where))}")
    print(f"{len(defined)} types in {folder.relative_to(ROOT)}: {len(shared)} share a name")
    return 1 if shared or not defined else 0


if __name__ == "__main__":
    sys.exit(main())
