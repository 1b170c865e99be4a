#!/usr/bin/env python3
"""Shows doxygen the comments of the headers as they are: a comment in front of a declaration, or behind
it on its line, is its documentation; one in front of several lines belongs to each of them up to the
next comment or empty line. Lines `  name  what it is` of a comment are parameters.
    filter.py HEADER
"""
import re
import sys

BEHIND = re.compile(r"^( *)([^\s/#](?:[^/\"]|\"\")*[;,{)\w\]]) +(/\*|//) (.*)$")
SEVERAL = re.compile(r"^( +)((?:const )?[\w:]+(?:<[^<>]*>)?) ([*&]?\w[^(){}=]*, [^(){}=]*);$")
CONSTANTS = re.compile(r"^(inline constexpr )([\w:]+) (\w+ = \w+(?:, \w+ = \w+)+);$")
PARAMETER = re.compile(r"^  (\w+)  +(.*)$")


def blank(text):
    """What doxygen would take for its own."""
    return re.sub(r"([@<>\\#])", r"\\\1", text)


def documentation(words):
    lines = [PARAMETER.sub(r"@param \1 \2", blank(line)) for line in words]
    return ["/**", *lines, "*/"]


def declarations(line):
    """`double a, b;` as two lines."""
    found = SEVERAL.match(line) or CONSTANTS.match(line)
    if found is None:
        return [line]
    return [f"{found[1]}{found[2]} {name.strip()};" for name in found[3].split(",")]


def comment_block(lines, k):
    """Words of the comment that begins at line k, and the line behind it."""
    words = []
    if lines[k].lstrip().startswith("//"):
        while k < len(lines) and lines[k].lstrip().startswith("//"):
            words.append(re.sub(r"^// ?", "", lines[k].strip()))
            k += 1
        return words, k
    while True:
        line = lines[k].strip()
        words.append(re.sub(r"^(/\*+|\*(?!/)) ?", "", line).replace("*/", "").rstrip())
        k += 1
        if line.endswith("*/"):
            return words, k


def behind(lines, k, found):
    """Words of the comment behind a declaration, perhaps going on below it."""
    words = [found[4]]
    if found[3] == "/*":
        while not words[-1].endswith("*/"):
            k += 1
            words.append(lines[k].strip().lstrip("* "))
        words[-1] = words[-1][:-2]
    else:
        while k + 1 < len(lines) and re.match(r"^ {12,}// ", lines[k + 1]):
            k += 1
            words.append(lines[k].strip()[3:])
    return words, k + 1


def filtered(lines):
    out, comment, open_brackets, k = [], [], 0, 0
    while k < len(lines):
        line = lines[k]
        if line.lstrip().startswith(("/*", "//")):
            comment, k = comment_block(lines, k)
            if comment[0].startswith("----"):  # the title of a section
                comment = []
            elif not out:  # what the header is
                out, comment = ["/**", "@file", *map(blank, comment), "*/"], []
            continue
        k += 1
        if not line.strip():
            comment = []
        found = BEHIND.match(line)
        if found and found[2].strip() not in ("{", "}"):
            words, k = behind(lines, k - 1, found)
            line = found[1] + found[2]
            for one in declarations(line):
                out += [*documentation(words), one]
        else:
            if re.match(r"#define \w+\(", line):  # of the .def file that is included next
                out += documentation(["What a line of the table below stands for."])
            declared = line.strip() and open_brackets == 0
            declared = declared and (line.startswith("#define ") or not re.match(r"^\s*[}#)]", line))
            for one in declarations(line):
                out += [*(documentation(comment) if declared and comment else []), one]
        open_brackets += line.count("(") - line.count(")")
        if line.endswith("{"):  # what is said of a structure is not said of its members
            comment = []
    return out


with open(sys.argv[1], encoding="utf-8") as header:
    print("\n".join(filtered(header.read().split("\n"))))
