#!/usr/bin/env python3
"""The stories of the README, as commands by copy and paste: extracted and run in a folder of their own.
    stories.py README.md BIN [NAME...]

A story is the code block behind `<!-- story: NAME -->`. BIN holds mortise and mortise_rt; the folder sees
`models` and `targets` beside the README. Every command must succeed, and every file that it names as an
output must be there and hold something. Exit status: 0 all have run, 1 one has not.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

STORY = re.compile(r"<!-- story: (\w+) -->\n```sh\n(.*?)```", re.DOTALL)
OUTPUT = re.compile(r"(?:^|\s)(?:-o|--output|>) (\S+\.\w+)")


def run(name, commands, root, binaries):
    with tempfile.TemporaryDirectory() as folder:
        for part in ("models", "targets"):
            os.symlink(root / part, pathlib.Path(folder) / part)
        environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}")
        done = subprocess.run(["bash", "-euxo", "pipefail", "-c", commands], cwd=folder, env=environment,
                              capture_output=True, text=True)
        missing = [out for out in OUTPUT.findall(commands)
                   if not (pathlib.Path(folder) / out).is_file() or (pathlib.Path(folder) / out).stat().st_size == 0]
    good = done.returncode == 0 and not missing
    if not good:
        print(done.stdout + done.stderr)
    print(f"{name}: {'good' if good else 'FAILED'}" + (f", without {missing}" if missing else ""))
    return good


def main():
    readme, binaries, names = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    stories = dict(STORY.findall(readme.read_text()))
    absent = [name for name in names if name not in stories]
    if absent or not stories:
        print(f"{readme} has no story {absent}")
        return 1
    results = [run(name, stories[name], readme.parent, binaries) for name in names or stories]
    return 0 if all(results) else 1


sys.exit(main())
