#!/usr/bin/env python3
"""Makes the pages of the API by doxygen, for which every warning is an error: a function, structure or
member without a comment, a comment that names what is not there.
    api.py WORK

Exit: 0 clean, 1 findings, 77 no doxygen (ctest: skipped).
"""
import os
import pathlib
import shutil
import subprocess
import sys

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "runtime"


def main():
    if shutil.which("doxygen") is None:
        print("no doxygen")
        return 77
    work = pathlib.Path(sys.argv[1]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, MORTISE_API_OUTPUT=str(work))
    done = subprocess.run(["doxygen", "api/Doxyfile"], cwd=RUNTIME, env=environment, text=True,
                          capture_output=True)
    print(done.stdout + done.stderr, end="")
    pages = [page.read_text(encoding="utf-8") for page in (work / "html").glob("*.html")]
    header = (RUNTIME / "include/mortise/mortise.h").read_text(encoding="utf-8")
    functions = {word.partition("(")[0] for line in header.split("\n") if line.startswith("MORTISE_API")
                 for word in line.split() if word.startswith("mortise_") and "(" in word}
    missing = [name for name in sorted(functions) if not any(f">{name}<" in page for page in pages)]
    for name in missing:
        print(f"{name} has no page")
    print(f"{len(functions)} functions of the C interface, {len(pages)} pages")
    return 1 if done.returncode or missing or not functions else 0


sys.exit(main())
