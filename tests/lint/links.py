#!/usr/bin/env python3
"""Every link of a page leads somewhere: the file is in the tree, the heading on the page.
    links.py [FOLDER]

Exit: 0 all do, 1 one does not.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


def prose(page):
    """A page without its blocks of code and without code in its lines."""
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    return re.sub(r"(?m)^    .*$|`[^`\n]*`", "", text)


def anchors(page):
    """Anchors of its headings, as forges make them."""
    heads = re.findall(r"(?m)^#+ (.*)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def troubles_of(page):
    found = [a or b for a, b in LINK.findall(prose(page))]
    troubles = []
    for link in found:
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            troubles.append(f"{page.relative_to(ROOT)}: there is no {link}")
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target)):
            troubles.append(f"{page.relative_to(ROOT)}: {path or page.name} has no heading #{anchor}")
    return troubles, len(found)


def main():
    folder = ROOT / (sys.argv[1] if len(sys.argv) > 1 else ".")
    pages = [page for page in sorted(folder.rglob("*.md"))
             if not {"build", "planted"} & set(page.relative_to(folder).parts)]
    results = [troubles_of(page) for page in pages]
    for trouble in (text for troubles, _ in results for text in troubles):
        print(trouble)
    print(f"{sum(count for _, count in results)} links on {len(pages)} pages")
    return 1 if not pages or any(troubles for troubles, _ in results) else 0


sys.exit(main())
