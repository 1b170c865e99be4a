#!/usr/bin/env python3
"""Checks the layout of every source of the tree, or of the given files, by clang-format.

Exit: 0 clean, 1 findings, 77 no clang-format (ctest: skipped).
"""
import pathlib
import subprocess
import sys

import tool

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATTERNS = ("*.cc", "*.hpp", "*.c", "*.h")


def sources():
    """The files of the tree: those that git tracks; in an unpacked archive those outside build/."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", *PATTERNS], cwd=ROOT, check=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        found = []
    if not found:
        found = [path for pattern in PATTERNS for path in ROOT.rglob(pattern)
                 if path.relative_to(ROOT).parts[0] != "build"]
    return sorted(path for path in found if path.exists())


def main():
    clang_format = tool.find("clang-format")
    if clang_format is None:
        return tool.SKIPPED
    files = [pathlib.Path(name) for name in sys.argv[1:]] or sources()
    result = subprocess.run([clang_format, "--dry-run", "-Werror", *map(str, files)])
    print(f"{len(files)} files: {'clean' if result.returncode == 0 else 'run clang-format -i'}")
    return 0 if result.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
