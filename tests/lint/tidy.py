#!/usr/bin/env python3
"""Runs clang-tidy over folders of sources, with the compile commands of a build.

Each source is read once, however many targets compile it: the first command that is not one of the
tests' counts. With --together the sources of all the folders are read as one translation unit,
because nearly all the time goes into the headers of Eigen, which then are read once. It wants names
local to a file to be unique within the folders; a clash shows up as a redefinition. The path
analysis of clang looks into the sources themselves only, so that --together does without it.

Exit: 0 clean, 1 findings, 2 nothing to read, 77 no clang-tidy (ctest: skipped).
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import tool

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOGETHER_CHECKS = "-clang-analyzer-*,-bugprone-suspicious-include"


def sources(entry):
    """The entry, or one for each source that a unity source of CMake includes."""
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


def merged(chosen, work):
    """One source that includes all of `chosen`, with the command of the first and all paths."""
    source = work / "together.cc"
    source.write_text("".join(f'#include "{path}"\n' for path in chosen))
    first, entry = next(iter(chosen.items()))
    command = entry["command"].replace(str(first), str(source))
    options = {option: None for other in chosen.values()
               for option in re.findall(r" (-D\S+|-I ?\S+|-isystem ?\S+)", other["command"])}
    command += "".join(f" {option}" for option in options if f" {option}" not in command)
    return {source: dict(entry, file=str(source), command=command)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="+", help="relative to the root of the tree")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a configured build")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="scratch folder")
    parser.add_argument("--together", action="store_true", help="as one translation unit")
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
    read = merged(chosen, work) if arguments.together else chosen
    (work / "compile_commands.json").write_text(json.dumps(list(read.values())))

    # The commands are GCC's: what clang does not know of them is no finding.
    result = subprocess.run(
        [clang_tidy, "-p", str(work), f"--config-file={ROOT / '.clang-tidy'}", "--quiet",
         f"--checks={TOGETHER_CHECKS if arguments.together else ''}",
         "--extra-arg=-Wno-unknown-warning-option",
         "--extra-arg=-Wno-ignored-optimization-argument", *map(str, read)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print("\n".join(line for line in result.stdout.splitlines()
                    if not line.endswith("warnings generated.")))
    if arguments.expect is not None:
        found = set(re.findall(r"error: .* \[([^],]+)", result.stdout))
        print(f"reported: {', '.join(sorted(found))}; expected: {arguments.expect}")
        return 0 if found == set(arguments.expect.split(",")) else 1
    print(f"{len(chosen)} sources: {'clean' if result.returncode == 0 else 'findings'}")
    return 0 if result.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
