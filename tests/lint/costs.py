#!/usr/bin/env python3
"""What an addition costs: the table of CONTRIBUTING.md, counted from what has been added before.
    costs.py            compares; exit status 1 if the page says something else
    costs.py --write    puts the counted table into the page

For each kind of addition the members that exist are looked up in the sources (comments and text for
people left out): the files that name one are those that its like has to touch or to make. Every member
must be named in each of the places, or the page sends people to the wrong ones.
"""
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "CONTRIBUTING.md"
FOLDERS = ("runtime", "generator", "targets")
SOURCES = (".cc", ".hpp", ".h", ".c", ".def", ".fbs", ".py", ".txt", ".cmake")
HEAD = "| addition | there are | files: median; least to most | places that name every one |\n| --- | --- | --- | --- |\n"
# Places of kinds that lie elsewhere from member to member.
WHERE = {
    "a key": "a row in a `generator/define/definition/key_list*.cc`, the member that it fills",
    "a target": "a folder of `targets/`: its own files",
    "a model": "a folder of `models/`: its own files",
}
AROUND = re.compile(r"(<!-- costs: [^\n]*-->\n)(.*?)(<!-- end of costs -->)", re.DOTALL)


def naming_files(pattern, code):
    """Paths of the sources in which a pattern is found; most lack all of its words."""
    words = set(re.findall(r"\w{3,}", re.sub(r"\\[bd]|\(\?i:", " ", pattern)))
    search = re.compile(pattern, re.MULTILINE).search
    return {path for path, (text, known) in code.items()
            if not known.isdisjoint(words) and search(text)}


class Kind:
    """members: name -> pattern of what names it. places: shared files that must name every member.
    rooms: sources in a folder that is called as a member, or with it in their own name, do not count."""

    def __init__(self, title, members, places, rooms=False):
        self.title, self.members, self.places, self.rooms = title, members, places, rooms

    def counts(self, code):
        """Files of each member, and what is wrong with the places."""
        naming = {name: naming_files(pattern, code) for name, pattern in self.members.items()}
        if self.rooms:
            naming = {name: {file for file in files if not re.search(rf"[/_]{name}[/_.]", file)}
                      for name, files in naming.items()}
        troubles = [f"{place} does not name {name}: is it still a place of '{self.title}'?"
                    for place in self.places for name, files in naming.items() if place not in files]
        return {name: len(files) for name, files in naming.items()}, troubles


class Rooms(Kind):
    """Members are folders: their files count, of which one is asked for."""

    def __init__(self, title, above, needed, places):
        super().__init__(title, {}, places)
        self.above, self.needed = ROOT / above, needed

    def counts(self, code):
        rooms = [room for room in sorted(self.above.iterdir()) if list(room.glob(self.needed))]
        return {room.name: sum(file.is_file() for file in room.rglob("*")) for room in rooms}, []


def word(name):
    return rf"\b{name}\b"


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def listed(path, pattern):
    """What a pattern finds in a file of the tree."""
    found = re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        sys.exit(f"{path}: nothing matches {pattern}")
    return found


def kinds():
    """The members are read from the tables that hold them, so that a new one is counted, too."""
    joints = "generator/contact/joint/friction_laws.hpp"
    laws = [name for name in listed("runtime/schema/mortise.fbs", r"^enum TangentialLaw.*\{(.*)\}")[0]
            .replace(" ", "").split(",")]
    laws = [law.partition("=")[0] for law in laws if not law.startswith("none")]
    interfaces = dict(listed("runtime/include/mortise/law.def",
                             r"^MORTISE_(?:FIRST_)?LAW\((\w+), \d+, (\w+),"))
    outputs = listed("runtime/schema/mortise.fbs", r"^  (\w+) = \d+,? +// \w+ \([^)]+\) of ")
    importers = [name for name in listed("generator/bodies/import/importer.cc",
                                         r'^    \{"(\w+)", read_\w+')]
    methods = listed("generator/bodies/condense/component.cc", r'^    \{"(\w+_\w+|rubin)", ')
    fluids = listed("generator/contact/film/lubricant_laws.hpp", r"^  LAW\((\w+),")
    reductions = listed("generator/define/keys/reduction_methods.hpp", r"^  METHOD\((\w+),")
    members = set()
    for page in sorted((ROOT / "generator/define/definition").glob("key_list*.cc")):
        members |= set(re.findall(r"&\w+::(\w+_\w+)[,}]", page.read_text(encoding="utf-8")))
    commands = listed("generator/tool/cli/command.hpp", r"X\((\w+)\)")
    return [
        Kind("a key", {member: word(member) for member in members},
             []),
        Kind("a command, or a kind of `analyze`", {c: rf"\badd_{c}\b|X\({c}\)" for c in commands
                                                   if c != "name"},
             ["generator/tool/cli/command.hpp"]),
        Kind("an output", {name: rf"\b(quantity|OutputQuantity)::{name}\b|^  {name} = \d" for name in outputs},
             ["runtime/schema/mortise.fbs"]),
        Kind("an import format", {name: rf'\bread_{name}\b|"{name}"' for name in importers},
             ["generator/bodies/import/importer.cc"]),
        Kind("a condensation", {name: word(name) for name in methods},
             ["generator/bodies/condense/component.cc"]),
        Kind("a lubricant law", {name: rf'LAW\((\d, )?{name},|"{name}"|Law : uint \{{.*\b{name} = \d|'
                                       rf"\b{camel(name)}(Viscosity|Density)\b|\b(Viscosity|Density)Law::{name}\b"
                                 for name in fluids},
             ["runtime/schema/mortise.fbs", "generator/contact/film/lubricant_laws.hpp",
              "generator/contact/film/lubricant.cc", "runtime/src/film/lubricant_laws.hpp"]),
        Kind("a reduction of films", {name: rf'METHOD\({name},|\b{name}_reduction\b|"{name}"|'
                                            rf"\bReductionMethod::{name}\b" for name in reductions},
             ["generator/define/keys/reduction_methods.hpp"]),
        Kind("a friction law of joints", {name: rf"\b{name}\b|(?i:struct {camel(name)}\b)" for name in laws},
             ["runtime/schema/mortise.fbs", joints, "runtime/src/joint/friction_laws.hpp"]),
        Kind("an interface law, outside its rooms",
             {room: rf"\b{table}\b|\b{room}/|\blaws::{room}\b" for room, table in interfaces.items()},
             ["runtime/schema/mortise.fbs", "runtime/include/mortise/law.def"], rooms=True),
        Rooms("a target", "targets", "CMakeLists.txt", []),
        Rooms("a model", "models", "*.toml", []),
    ]


def code_of(path):
    """A source without its comments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".txt", ".cmake"):
        return re.sub(r"(?m)#.*$", "", text)
    return re.sub(r"(?s)/\*.*?\*/", "", re.sub(r"(?m)//.*$", "", text))


def sources():
    """{path: (code, its words)} of everything that is compiled or read by a build."""
    files = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")))
    texts = {str(path.relative_to(ROOT)): code_of(path) for path in files
             if path.is_file() and path.suffix in SOURCES}
    return {path: (text, set(re.findall(r"\w+", text))) for path, text in texts.items()}


def row(kind, code):
    """The line of the page; troubles."""
    counts, troubles = kind.counts(code)
    counts = dict(sorted(counts.items()))
    least, most = min(counts, key=counts.get), max(counts, key=counts.get)
    middle = statistics.median_low(counts.values())
    span = f"{middle}; {counts[least]} (`{least}`) to {counts[most]} (`{most}`)"
    places = ", ".join(f"`{place}`" for place in kind.places) or WHERE[kind.title]
    return f"| {kind.title} | {len(counts)} | {span} | {places} |", troubles


def main():
    code = sources()
    rows, troubles = zip(*(row(kind, code) for kind in kinds()))
    table = HEAD + "\n".join(rows) + "\n"
    text = PAGE.read_text(encoding="utf-8")
    if len(AROUND.findall(text)) != 1:
        sys.exit(f"{PAGE.name} has no <!-- costs: ... --> ... <!-- end of costs -->")
    new = AROUND.sub(lambda m: m[1] + table + m[3], text)
    good = new == text
    if "--write" in sys.argv[1:]:
        PAGE.write_text(new, encoding="utf-8")
    elif not good:
        said = set(AROUND.search(text)[2].split("\n"))
        for line in table.split("\n"):
            if line not in said:
                print(f"counted, and not on the page:\n{line}")
        print("call tests/lint/costs.py --write, and say in the same commit why it got dearer")
    trouble = [text for one in troubles for text in one]
    print("\n".join(trouble) if trouble else f"{len(rows)} kinds of additions counted")
    return 0 if (good or "--write" in sys.argv[1:]) and not trouble else 1


sys.exit(main())
