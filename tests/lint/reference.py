#!/usr/bin/env python3
"""The pages that the program writes: generator/tool/COMMANDS.md and generator/define/KEYS.md.
    reference.py MORTISE            compares them with what the program says; exit status 1 if they differ
    reference.py MORTISE --write    makes them anew

What stands above the line `<!-- made by ... -->` of a page is written by hand. In COMMANDS.md that
is a table with a row for every command: the rows must name the program's commands, all and no others.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = ROOT / "generator/tool/COMMANDS.md"
KEYS = ROOT / "generator/define/KEYS.md"
MARK = re.compile(r"^<!-- made by [^\n]* -->\n", re.MULTILINE)


def said(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def subcommands(text):
    """Names below the heading Subcommands of a --help."""
    _, _, rest = text.partition("\nSubcommands:\n")
    return re.findall(r"^  (\S+)", rest, re.MULTILINE)


def help_texts(program):
    """[(command, its --help)], kinds of a command behind it."""
    texts = []
    for name in subcommands(said(program, "--help")):
        text = said(program, name, "--help")
        texts.append((name, text))
        texts += [(f"{name} {kind}", said(program, name, kind, "--help")) for kind in subcommands(text)]
    return texts


def command_sections(texts):
    parts = []
    for name, text in texts:
        lines = [line.rstrip() for line in text.replace(sys.argv[1], "mortise").strip("\n").split("\n")]
        parts.append(f"## {name}\n\n```text\n" + "\n".join(lines) + "\n```\n")
    return "\n".join(parts)


def untold(head, texts):
    """Commands without a row of the table above, and rows without a command."""
    rows = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", head, re.MULTILINE)
    told = {call for row in rows for call in re.findall(r"`([^`]+)`", row)}
    told = {call for call in told if not call.startswith("mortise_")}  # programs of their own
    groups = {name.split()[0] for name, _ in texts if " " in name}
    names = {name for name, _ in texts} - groups
    first = {call: " ".join(call.split()[: 2 if call.split()[0] in groups else 1]) for call in told}
    return sorted(names - set(first.values())), sorted(set(first.values()) - names)


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def key_row(path, form, meaning):
    form, _, condition = form.strip().partition("; only if ")
    form, _, default = form.partition("; default ")
    form, required, _ = form.partition("; required")
    default = "required" if required else default
    cells = [f"`{path}`", cell(form), cell(default), cell(condition), cell(meaning.strip())]
    return "| " + " | ".join(cells) + " |"


def key_tables(text):
    """The key reference as tables, section by section of each list of keys."""
    parts, section = [], None
    for block in re.split(r"\n\n+", text.strip("\n")):
        lines = block.split("\n")
        if len(lines) % 3:  # the title of a list
            parts.append(f"\n## {lines[0].partition('. ')[0].rstrip('.')}\n")
            lines, section = lines[1:], None
        for path, form, meaning in zip(lines[::3], lines[1::3], lines[2::3]):
            name = path.partition(".")[0] if "." in path else "general"
            if name != section:
                parts.append(f"\n### {name}\n")
                parts.append("| key | value | default | only if | meaning |")
                parts.append("| --- | --- | --- | --- | --- |")
            section = name
            parts.append(key_row(path, form, meaning))
    return "\n".join(parts).lstrip("\n") + "\n"


def put(page, made, write):
    """Whether the page says what it should."""
    old = page.read_text(encoding="utf-8")
    mark = MARK.search(old)
    if mark is None:
        print(f"{page} has no line <!-- made by ... -->")
        return False
    new = old[: mark.end()] + "\n" + made
    if new == old:
        return True
    if write:
        page.write_text(new, encoding="utf-8")
        return True
    lines = zip(old.split("\n"), new.split("\n"))
    number, (here, there) = next((k, p) for k, p in enumerate(lines, 1) if p[0] != p[1])
    print(f"{page.relative_to(ROOT)}:{number}: the page says\n    {here}\nthe program\n    {there}")
    print("call tests/lint/reference.py MORTISE --write")
    return False


def main():
    program, write = sys.argv[1], "--write" in sys.argv[2:]
    texts = help_texts(program)
    good = put(COMMANDS, command_sections(texts), write)
    good = put(KEYS, key_tables(said(program, "build", "--help-keys")), write) and good
    head = MARK.split(COMMANDS.read_text(encoding="utf-8"))[0]
    missing, gone = untold(head, texts)
    for name in missing:
        print(f"{COMMANDS.relative_to(ROOT)}: its table has no row for `{name}`")
    for name in gone:
        print(f"{COMMANDS.relative_to(ROOT)}: its table has a row for `{name}`, which the program lacks")
    print(f"{len(texts)} commands, pages {'as the program says' if good else 'that differ'}")
    return 0 if good and not missing and not gone else 1


sys.exit(main())
