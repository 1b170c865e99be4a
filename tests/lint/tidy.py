#!/usr/bin/env python3
"""Runs clang-tidy over folders of sources, with the compile commands of a build.

Each source is read once, however many targets compile it: the first command that is not one of the
tests' counts. With --together the sources of many folders are read as one translation unit, because
nearly all the time goes into the headers of Eigen, which then are read once. Names local to a file
must differ within a folder, as they do for unity builds; folders that use one for two things are
read apart. The path analysis of clang looks into the sources themselves only, so that --together
does without it; --paths is it alone, of one source after the other. --part K/N reads the Kth of N
shares, of much the same length.

A clean translation unit is not read again until one of its files, its command or the checks change.

Exit: 0 clean, 1 findings, 2 nothing to read, 77 no clang-tidy (ctest: skipped).
"""
import argparse
import collections
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys

import local_names
import tool

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIG = ROOT / ".clang-tidy"
TOGETHER_CHECKS = "-clang-analyzer-*,-bugprone-suspicious-include"
PATH_CHECKS = "-*,clang-analyzer-*"
CLASH = re.compile(r"error: .*\[clang-diagnostic-error")


def sources(entry):
    """The entry, or one for each source that a unity source of CMake includes; without headers that
    the build's compiler has read before."""
    command = re.sub(r"-Winvalid-pch(?: (?:-Xclang )?-include(?:-pch)? (?:-Xclang )?\S+)+", "",
                     entry["command"])
    entry = dict(entry, command=command)
    path = pathlib.Path(entry["directory"], entry["file"])
    if path.parent.name != "Unity":
        return [entry]
    included = re.findall(r'^#include "(.*)"', path.read_text(), re.MULTILINE)
    return [dict(entry, file=file, command=entry["command"].replace(str(path), file))
            for file in included]


def commands(build, folders):
    """The entries of the compile database below `folders`, one per source, sorted."""
    database = [entry for written in json.loads((build / "compile_commands.json").read_text())
                for entry in sources(written)]
    database.sort(key=lambda entry: " -o tests/" in entry["command"])
    chosen = {}
    for entry in database:
        source = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not folders.isdisjoint(source.parents):
            chosen.setdefault(source, entry)
    return dict(sorted(chosen.items()))


def units(chosen, parts):
    """The folders of `chosen` in `parts` shares, each a list of units, each a list of folders."""
    rooms = collections.defaultdict(list)
    for source in chosen:
        rooms[source.parent].append(source)
    size = {room: sum(source.stat().st_size for source in files) for room, files in rooms.items()}
    names = {room: set().union(*(local_names.of(source.read_text()) for source in files))
             for room, files in rooms.items()}
    shares = [[] for _ in range(parts)]
    for room in sorted(rooms, key=lambda room: (-size[room], room)):
        fits = [(sum(size[other] for part in share for other in part), number, unit)
                for number, share in enumerate(shares) for unit in share
                if all(names[room].isdisjoint(names[other]) for other in unit)]
        empty = [share for share in shares if not share]
        if empty:
            empty[0].append([room])
        elif fits:
            min(fits)[2].append(room)
        else:
            min(shares, key=lambda share: sum(size[other] for unit in share
                                              for other in unit)).append([room])
    return shares


def merged(chosen, work):
    """One source that includes all of `chosen`, with the command of the first and all paths."""
    name = hashlib.sha256("".join(map(str, chosen)).encode()).hexdigest()[:16]
    source = work / f"together_{name}.cc"
    source.write_text("".join(f'#include "{path}"\n' for path in chosen))
    first, entry = next(iter(chosen.items()))
    command = entry["command"].replace(str(first), str(source))
    options = {option: None for other in chosen.values()
               for option in re.findall(r" (-D\S+|-I ?\S+|-isystem ?\S+)", other["command"])}
    command += "".join(f" {option}" for option in options if f" {option}" not in command)
    return source, dict(entry, file=str(source), command=command)


class Tidy:
    """clang-tidy with the tree's configuration and with the units that it has found clean."""

    def __init__(self, program, work, checks):
        self.command = [program, "-p", str(work), f"--config-file={CONFIG}", "--quiet",
                        f"--checks={checks}", "--extra-arg=-Wno-unknown-warning-option",
                        "--extra-arg=-Wno-ignored-optimization-argument"]
        self.work = work

    def read(self, source, entry):
        """What clang-tidy says of one source; empty if it is clean."""
        ours = [str(entry), *map(str, self.command), CONFIG.read_text(),
                pathlib.Path(__file__).read_text(), str(tool.VERSION)]
        clean = self.work / (hashlib.sha256("".join(ours).encode()).hexdigest()[:32] + ".clean")
        if clean.exists() and all(digest(path) == seen for path, seen
                                  in json.loads(clean.read_text()).items()):
            print(f"{source.name}: clean as before")
            return ""
        (self.work / "compile_commands.json").write_text(json.dumps([entry]))
        # The commands are GCC's: what clang does not know of them is no finding.
        result = subprocess.run([*self.command, str(source)], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode == 0:
            clean.write_text(json.dumps({path: digest(path) for path in files_of(entry)}))
            return ""
        return "\n".join(line for line in result.stdout.splitlines()
                         if not line.endswith("warnings generated."))

    def read_together(self, rooms, chosen):
        """Reads the sources of `rooms` as one; in halves where they do not go together."""
        of_rooms = {path: entry for path, entry in chosen.items() if path.parent in rooms}
        said = self.read(*merged(of_rooms, self.work))
        if CLASH.search(said) and len(rooms) > 1:
            print(f"not together: {', '.join(str(room.relative_to(ROOT)) for room in rooms)}")
            half = len(rooms) // 2
            return "\n".join(filter(None, (self.read_together(part, chosen)
                                           for part in (rooms[:half], rooms[half:]))))
        return said


def digest(path):
    """The hash of a file; None if it is gone."""
    file = pathlib.Path(path)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def files_of(entry):
    """Every file that a compile command reads."""
    arguments = shlex.split(entry["command"])
    at = arguments.index("-o")
    rule = subprocess.run([*arguments[:at], *arguments[at + 2:], "-M", "-MT", "x"], check=True,
                          cwd=entry["directory"], stdout=subprocess.PIPE, text=True).stdout
    names = rule.replace("\\\n", " ").split(":", 1)[1].split()
    return [str(pathlib.Path(entry["directory"], name)) for name in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="+", help="relative to the root of the tree")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a configured build")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="scratch folder")
    parser.add_argument("--together", action="store_true", help="folders as one translation unit")
    parser.add_argument("--paths", action="store_true", help="the path analysis alone")
    parser.add_argument("--part", default="1/1", help="which share of the folders or sources")
    parser.add_argument("--expect", help="comma-separated checks that must report, no others")
    arguments = parser.parse_args()

    clang_tidy = tool.find("clang-tidy")
    if clang_tidy is None:
        return tool.SKIPPED
    chosen = commands(arguments.build, {ROOT / folder for folder in arguments.folder})
    if not chosen:
        print(f"{arguments.build} compiles nothing of {', '.join(arguments.folder)}")
        return 2
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)

    part, parts = map(int, arguments.part.split("/"))
    if arguments.together:
        tidy = Tidy(clang_tidy, work, TOGETHER_CHECKS)
        share = units(chosen, parts)[part - 1]
        said = [tidy.read_together(unit, chosen) for unit in share]
        print("read:", "; ".join(" ".join(str(room.relative_to(ROOT)) for room in unit)
                                 for unit in share))
    else:
        tidy = Tidy(clang_tidy, work, PATH_CHECKS if arguments.paths else "")
        said = [tidy.read(source, entry) for source, entry in list(chosen.items())[part - 1::parts]]
    said = "\n".join(filter(None, said))
    if said:
        print(said)
    if arguments.expect is not None:
        found = set(re.findall(r"error: .* \[([^],]+)", said))
        print(f"reported: {', '.join(sorted(found))}; expected: {arguments.expect}")
        return 0 if found == set(arguments.expect.split(",")) else 1
    print("findings" if said else "clean")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
