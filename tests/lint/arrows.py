#!/usr/bin/env python3
"""Checks the arrows of the generator's architecture by the includes of its sources.

A file of generator/<wing>/<room> includes only its own wing or wings below it, rooms of one wing form
no circle, runtime/ and targets/ include nothing of generator/, runtime/ and generator/ nothing of
targets/. One line per finding:
    FILE:LINE: upward|place|other_half|circle: what is wrong; remedy
A circle is named by its rooms, with an include for each of its arrows.

Exit: 0 clean, 1 findings, 2 nothing to read.
"""
import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WINGS = ("tool", "deliver", "judge", "bake", "reduce", "simulate", "define", "contact", "bodies",
         "ground")  # from the top down
FLOOR = {wing: len(WINGS) - floor for floor, wing in enumerate(WINGS)}
SUFFIXES = {".hpp", ".cc", ".h", ".c"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')

# `place` is the file's own, `target` that of the included: (wing, room), the room "" where a file
# lies in the wing itself; None outside of generator/. `half`: the folder in which the included lies.
Include = collections.namedtuple("Include", "file line place target half text")


def place(path):
    """(wing, room) of a path below generator/; None outside."""
    parts = path.parts
    if parts[0] != "generator":
        return None
    return (parts[1] if len(parts) > 2 else "", parts[2] if len(parts) > 3 else "")


def includes(tree, folder):
    """The includes of generator/ and targets/ by the sources below `folder`, sorted by file and line."""
    for file in sorted((tree / folder).rglob("*")):
        if file.suffix not in SUFFIXES:
            continue
        name = file.relative_to(tree)
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            text = match[1] or match[2]
            beside = (file.parent / text).resolve()
            target = beside.relative_to(tree) if match[1] and beside.is_file() \
                and tree in beside.parents else pathlib.Path(text)
            half = target.parts[0]
            if half == "generator" or half == "targets" != folder:
                yield Include(name, number, place(name), place(target), half, text)


def finding(include):
    """What is wrong with one include by itself, as "rule: words; remedy"; None if nothing is."""
    if include.place is None or include.target is None:
        return (f'other_half: {include.file.parts[0]}/ includes "{include.text}" of {include.half}/; '
                "what both need lies in runtime/")
    (wing, _), (below, _) = include.place, include.target
    if FLOOR.get(below, 0) > FLOOR.get(wing, len(WINGS)):
        return (f'upward: {wing} includes "{include.text}" of {below}, which lies above; '
                f"move what it needs down to {wing} or below, or let {below} hand it in")
    return None


def misplaced(tree):
    """Sources of generator/ that lie in no wing, as findings."""
    for file in sorted((tree / "generator").rglob("*")):
        name = file.relative_to(tree)
        if file.suffix in SUFFIXES and place(name)[0] not in FLOOR:
            yield f'{name}:1: place: lies in no wing of {", ".join(WINGS)}; move it into one'


def way(arrows, start, end):
    """The shortest way along `arrows`, as a list of rooms from `start` to `end`; None if there is none."""
    before = {start: None}
    queue = collections.deque([start])
    while queue:
        room = queue.popleft()
        if room == end:
            rooms = []
            while room is not None:
                rooms.append(room)
                room = before[room]
            return rooms[::-1]
        for after in sorted(arrows.get(room, ())):
            if after not in before:
                before[after] = room
                queue.append(after)
    return None


def circles(arrows):
    """The shortest circle through each room, each once, as a list of rooms from its first by name."""
    found = set()
    for room in arrows:
        ways = [way(arrows, after, room) for after in sorted(arrows[room])]
        ways = [rooms for rooms in ways if rooms]
        if ways:
            rooms = min(ways, key=len)
            first = rooms.index(min(rooms))
            found.add(tuple(rooms[first:] + rooms[:first]))
    return sorted(found)


def name_of(room):
    return "/".join(part for part in room if part) or "generator"


def summary(count):
    """A table of arrows and how many includes each stands for."""
    for (source, target), number in sorted(count.items()):
        print(f"{number:5} {source} -> {target}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?", type=pathlib.Path, default=ROOT,
                        help="the folder that holds generator/, runtime/ and targets/")
    parser.add_argument("--summary", action="store_true",
                        help="count the includes from wing to wing and from room to room")
    arguments = parser.parse_args()
    tree = arguments.tree.resolve()

    own = list(includes(tree, "generator"))
    if not own:
        print(f"{tree / 'generator'}: no sources that include each other")
        return 2
    findings = list(misplaced(tree))
    own, to_targets = ([i for i in own if i.target is not None], [i for i in own if i.target is None])
    for include in own + to_targets + list(includes(tree, "runtime")) + list(includes(tree, "targets")):
        what = finding(include)
        if what is not None:
            findings.append(f"{include.file}:{include.line}: {what}")

    # arrows between rooms of one wing, each with the first include that makes it
    arrows, made_by = collections.defaultdict(set), {}
    for include in own:
        if include.place[0] == include.target[0] and include.place != include.target:
            arrows[include.place].add(include.target)
            made_by.setdefault((include.place, include.target), include)
    for rooms in circles(arrows):
        words = " -> ".join(map(name_of, rooms + rooms[:1]))
        for arrow in zip(rooms, rooms[1:] + rooms[:1]):
            include = made_by[arrow]
            findings.append(f'{include.file}:{include.line}: circle: {words} by "{include.text}"; '
                            "turn one of its arrows, or move what is shared to a room below both")

    for line in findings:
        print(line)
    if arguments.summary:
        print("from wing to wing:")
        summary(collections.Counter((name_of(i.place[:1]), name_of(i.target[:1])) for i in own))
        print("from room to room:")
        summary(collections.Counter((name_of(i.place), name_of(i.target)) for i in own
                                    if i.place != i.target))
    rules = collections.Counter(re.match(r"\S+: (\w+):", line)[1] for line in findings)
    print(f"{len(own)} includes of generator/ by itself: "
          + (", ".join(f"{number} {rule}" for rule, number in sorted(rules.items())) or "clean"))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
