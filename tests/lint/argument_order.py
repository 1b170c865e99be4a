#!/usr/bin/env python3
"""No two arguments of one call may change the same thing: compilers evaluate them in another order.

GCC for x86-64 goes from right to left, clang from left to right, and the language promises neither.
What a file's builder writes and what dice give then stands in another order, and so do the bytes:
name the values first, in the order that is meant. Lists in braces are evaluated from the left.

A file builder is changed by functions Create* and Finish, and those of the same folder that return an
offset; dice by what is asked of an object that is named so, what takes it, and closures that do.

Exit: 0 clean, 1 findings.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = (".cc", ".hpp", ".cpp", ".h")
UNSEEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
                    r"(?<!\w)'(?:\\.|[^'\\\n])+'", re.DOTALL)
OFFSET = re.compile(r"(?:\bOffset<[^;{}()]*>|\bReals|\bChannels|\bMeasuredErrors|\bMotionArrays)\s+"
                    r"(?:\w+::)?(\w+)\(")
CALL = re.compile(r"(?<![\w.])(?!(?:if|for|while|switch|return|catch|sizeof|decltype)\b)"
                  r"(?:[\w:.]|->|\(\)|\[[^][]*\])*\w(?:<[\w:, *]*>)?\(")
CLOSURE = re.compile(r"\bauto (\w+) = \[[^]]*\]")
DICE = r"(?:\w+(?:\.|->))*(?:dice|random|stream|engine)_?"
CLOSE = {"(": ")", "[": "]", "{": "}"}


def plain(text):
    """Without comments and strings, line by line as before."""
    return UNSEEN.sub(lambda m: '""' + "\n" * m.group().count("\n"), text)


def end_of(text, start):
    """Behind the bracket that closes the one at start."""
    depth = 0
    for k in range(start, len(text)):
        if text[k] in "([{":
            depth += 1
        elif text[k] in ")]}":
            depth -= 1
            if depth == 0:
                return k + 1
    return len(text)


def arguments(text, start):
    """What stands between the commas of the brackets at start, without the bodies of closures."""
    end, k, parts = end_of(text, start) - 1, start + 1, [""]
    while k < end:
        if text[k] in "([{":
            close = end_of(text, k)
            body = text[k] == "{" and re.search(r"(?:\]|\)|mutable)\s*(?:->\s*[\w:<>]+\s*)?$",
                                                text[:k][-80:])
            parts[-1] += "" if body else text[k:close]
            k = close
            continue
        if text[k] == ",":
            parts.append("")
        else:
            parts[-1] += text[k]
        k += 1
    return parts


def of_builder(texts):
    names = {name for text in texts for name in OFFSET.findall(text)}
    return re.compile(r"\b(?:Create[A-Z]\w*|Finish" + "".join(f"|{n}" for n in sorted(names)) +
                      r")(?:<[\w:]*>)?\(")


def of_dice(text):
    drawing = [rf"\b{DICE}(?:\.|->)\w+(?:<\w+>)?\(", rf"[(,]\s*[&*]?{DICE}\s*[,)]", r"\bRandom\("]
    found = re.compile("|".join(drawing))
    while True:
        before = len(drawing)
        for closure in CLOSURE.finditer(text):
            name = rf"(?<![\w.>]){closure.group(1)}\("
            body = text.find("{", closure.end())
            if name not in drawing and found.search(text[body:end_of(text, body)]):
                drawing.append(name)
        if len(drawing) == before:
            return found
        found = re.compile("|".join(drawing))


def findings(folder):
    files = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
        if path.suffix in SOURCES and "planted" not in path.relative_to(folder).parts:
            files[path] = plain(path.read_text())
    rooms = {}
    for path, text in files.items():
        if re.search(r"\b(?:fb|flatbuffers|schema)::", text):
            rooms.setdefault(path.parent, []).append(text)
    builders = {room: of_builder(texts) for room, texts in rooms.items()}
    for path, text in files.items():
        kinds = [("dice", of_dice(text))]
        if path.parent in builders:
            kinds.append(("the file", builders[path.parent]))
        for call in CALL.finditer(text):
            parts = arguments(text, call.end() - 1)
            for kind, changes in kinds:
                if sum(changes.search(part) is not None for part in parts) > 1:
                    line = text.count("\n", 0, call.start()) + 1
                    yield path, line, f"two arguments of {call.group()[:-1].strip()} change {kind}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", help="relative to the root of the tree")
    count = 0
    for folder in parser.parse_args().folders:
        for path, line, what in findings(ROOT / folder):
            print(f"{path.relative_to(ROOT)}:{line}: argument order: {what}")
            count += 1
    print(f"{count} calls depend on the order of their arguments")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
