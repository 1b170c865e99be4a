#!/usr/bin/env python3
"""Prints the groups of tests of a build tree: list_groups.py TREE

What they are is said in tests/CMakeLists.txt, which writes it to TREE/tests/groups.txt, with the number
of cases that their sources show, parametrised ones once. Seconds are those of earlier runs of this
tree, summed.
"""
import collections
import json
import pathlib
import subprocess
import sys
import textwrap

WIDTH = 100


def tests_of(tree):
    """Names of tests by label."""
    shown = subprocess.run(["ctest", "--test-dir", tree, "--show-only=json-v1"], check=True,
                           capture_output=True, text=True).stdout
    names = collections.defaultdict(list)
    for test in json.loads(shown)["tests"]:
        labels = [p["value"][0] for p in test.get("properties", []) if p["name"] == "LABELS"]
        names["".join(labels)].append(test["name"])
    return names


def seconds_of(tree):
    file = pathlib.Path(tree, "Testing/Temporary/CTestCostData.txt")
    seconds = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        if line == "---":
            break
        name, runs, cost = line.rsplit(" ", 2)
        if int(runs):
            seconds[name] = float(cost)
    return seconds


def main():
    tree = sys.argv[1]
    tests, seconds = tests_of(tree), seconds_of(tree)
    part = None
    for line in pathlib.Path(tree, "tests/groups.txt").read_text().splitlines():
        group, where, number, guards, why = line.split("\t")
        if where != part:
            part = where
            how = {"core": "tests/run", "all": "tests/run --all, with the core",
                   "lint": "tests/run --lint"}[part]
            print(f"\n{part} ({how})")
            print(f"  {'group':<10} {'cases':>6} {'s':>5}  guards; why it is here")
        names = tests[f"{where}.{group}"]
        spent = sum(seconds.get(name, 0.0) for name in names)
        head = f"  {group:<10} {int(number):>6} {f'{spent:.0f}' if spent else '':>5}  "
        print(textwrap.fill(f"{guards}; {why}", WIDTH, initial_indent=head,
                            subsequent_indent=" " * len(head)))


main()
