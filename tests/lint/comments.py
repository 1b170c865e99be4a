#!/usr/bin/env python3
"""A comment has a subject: none begins with "Of", "The same", "As" or "Those".

What so begins leans on a line that the reader has yet to find, or that a later change moves away. A
comment is a block of lines, a paragraph of one, what stands behind code, or a docstring of Python.

Exit: 0 clean, 1 findings, 2 nothing to read.
"""
import argparse
import io
import pathlib
import re
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parents[2]
C = {".cc", ".hpp", ".c", ".h", ".cpp", ".def", ".fbs", ".js"}
PYTHON = {".py", ".pyi"}
SCRIPTS = {".cmake", ".sh", ".mk"}
SOURCE_PART = re.compile(r"""(//[^\n]*|/\*.*?\*/)|R"(\w*)\(.*?\)\2"|"(?:\\.|[^"\\\n])*"|"""
                         r"""(?<!\w)'(?:\\.|[^'\\\n])+'""", re.DOTALL)
SCRIPT_PART = re.compile(r"(?<!\S)(#[^\n]*)")
MARK = re.compile(r"^\s*(?://[/!]?<?|/\*+!?<?|\*(?!/)|\#+:?|[rR]?\"{3})[ \t]*")
FRAGMENT = re.compile(r"(Of|The same|As|Those)\b")


def parts(path, text):
    """The comments of a source, as (offset, text)."""
    if path.suffix in PYTHON:
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT or token.string.startswith('"""'):
                yield starts[token.start[0] - 1] + token.start[1], token.string
        return
    for match in (SOURCE_PART if path.suffix in C else SCRIPT_PART).finditer(text):
        if match[1]:
            yield match.start(), match[1]


def opening_lines(path, text):
    """The lines that open a comment or a paragraph of one, as (line number, words)."""
    before = -1  # the line of the last words of a comment
    for offset, comment in parts(path, text):
        first = text.count("\n", 0, offset) + 1
        alone = not text[text.rfind("\n", 0, offset) + 1:offset].strip()
        for number, line in enumerate(comment.split("\n"), first):
            words = MARK.sub("", line).rstrip(' */"')
            if not words:
                continue
            if number != before + 1 or (number == first and not alone):
                yield number, words
            before = number


def sources(folder):
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        if {"build", "planted"} & set(inside) or not path.is_file():
            continue
        if path.suffix in C | PYTHON | SCRIPTS or path.name == "CMakeLists.txt":
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", help="relative to the root of the tree")
    files = [path for name in parser.parse_args().folders for path in sources(ROOT / name)]
    count = 0
    for path in files:
        for number, words in opening_lines(path, path.read_text()):
            fragment = FRAGMENT.match(words)
            if fragment:
                count += 1
                print(f'{path.relative_to(ROOT)}:{number}: "{words}" begins with "{fragment[1]}"; '
                      "name first what it speaks of")
    print(f"{len(files)} sources: {count} comments without a subject")
    return 2 if not files else 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
