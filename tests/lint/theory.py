#!/usr/bin/env python3
"""Theory pages name what computes their equations: every name must be in the file beside it.
    theory.py [FOLDER]

A page is a THEORY.md; a line of it that begins with `By: ` holds `name`, `name` in [text](file), one or
several, between semicolons, up to the next empty line. Exit: 0 all are there, 1 one is not.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = re.compile(r"^((?:`[^`]+`(?:, )?)+) in \[[^\]]+\]\(([^)]+)\)\.?$")


def code_of(path):
    """A source without its comments, so that a name is more than a mention."""
    text = re.sub(r"(?s)/\*.*?\*/", "", path.read_text(encoding="utf-8"))
    return re.sub(r"(?m)//.*$", "", text)


def troubles_of(page):
    """What is wrong with a page, and how many names it has."""
    troubles, names = [], 0
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^By: (.*?)(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, found.start()) + 1
        for part in " ".join(found[1].split()).split("; "):
            place = PLACE.match(part)
            where = f"{page.relative_to(ROOT)}:{line}: "
            if place is None:
                troubles.append(f"{where}'{part}' is not `name`, ... in [file](file)")
                continue
            source = page.parent / place[2]
            if not source.is_file():
                troubles.append(f"{where}there is no {place[2]}")
                continue
            code = code_of(source)
            for name in re.findall(r"`([^`]+)`", place[1]):
                names += 1
                if not re.search(rf"\b{re.escape(name)}\b", code):
                    troubles.append(f"{where}{place[2]} has no {name}")
    if names == 0:
        troubles.append(f"{page.relative_to(ROOT)}: names nothing that computes its equations")
    return troubles, names


def main():
    folder = ROOT / (sys.argv[1] if len(sys.argv) > 1 else ".")
    pages = [page for page in sorted(folder.rglob("THEORY.md"))
             if not {"build", "planted"} & set(page.relative_to(folder).parts)]
    results = [troubles_of(page) for page in pages]
    for trouble in (text for troubles, _ in results for text in troubles):
        print(trouble)
    print(f"{sum(names for _, names in results)} names on {len(pages)} theory pages")
    return 1 if not pages or any(troubles for troubles, _ in results) else 0


sys.exit(main())
