"""Where the linters are. Their verdicts differ between versions, so that one is fixed."""
import re
import shutil
import subprocess

VERSION = 14
SKIPPED = 77  # exit code that ctest counts as skipped


def find(name):
    """Path of the linter `name` in the fixed version; None, with a message, if there is none."""
    for candidate in (f"{name}-{VERSION}", name):
        path = shutil.which(candidate)
        if path is None:
            continue
        text = subprocess.run([path, "--version"], stdout=subprocess.PIPE, text=True).stdout
        if re.search(rf"version {VERSION}\.", text):
            return path
    print(f"SKIPPED: no {name} {VERSION} on this machine; `tests/packages all` installs it")
    return None
