"""The runs of one model: commands of figures.toml, made once and kept in a work folder."""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from figures.expression import evaluate, names_in, parse
from figures.series import read_table
from figures.trouble import Trouble

# Tables of figures.toml with runs, and the option without or with which they are left out.
KINDS = ("runs", "slow", "campaigns", "timings")
# What follows these is written by the command.
OUTPUT_OPTIONS = ("-o", "--output", "--pictures", "--profiles", "--cache")


def tell(text):
    print(text, file=sys.stderr, flush=True)


class Run:
    """One command. Words with @ are files of the work folder: written, or needed."""

    def __init__(self, model, name, kind, command):
        self.name, self.kind = name, kind
        self.must_fail = command.startswith("!")
        known = {"DEF": f"models/{model}/{model}.toml"}
        self.words = [known.get(word, word) for word in shlex.split(command.lstrip("! "))]
        self.study = self.words[0] == "studies"  # of mortise_studies
        if self.study:
            del self.words[0]
        pairs = list(zip([""] + self.words, self.words))
        self.written = {w for before, w in pairs if w[0] == "@" and before in OUTPUT_OPTIONS}
        self.needed = {w for w in self.words if w[0] == "@"} - self.written
        self.after = []  # runs that write what is needed


class Works:
    """All runs of one model.

    options: those of the command; of them quick, campaigns, timings, mortise, studies, work, hashes.
    """

    def __init__(self, name, spec, options):
        self.name, self.options, self.folder = name, options, options.work / name
        self.runs = {
            run: Run(name, run, kind, command)
            for kind in KINDS
            for run, command in spec.get(kind, {}).items()
        }
        self.lets = {let: parse(text) for let, text in spec.get("let", {}).items()}
        self.results, self.seconds, self.failures = {}, {}, {}
        for run in self.runs.values():
            run.after = [self.maker(word) for word in sorted(run.needed)]

    def maker(self, word):
        """The run that writes a file, or the folder that it is in."""
        for run in self.runs.values():
            if word in run.written or word.split("/")[0] in run.written:
                return run
        raise Trouble(f"{self.name}: no run writes {word}")

    def program(self, run):
        return self.options.studies if run.study else self.options.mortise

    def path(self, word):
        if word == "@cache":  # never serves what another program computed
            word += "-" + self.options.hashes[self.options.mortise][:12]
        return str(self.folder / word[1:]) if word.startswith("@") else word

    def runs_of(self, node):
        """Names of the runs that an expression needs."""
        found = set()
        for name in names_in(node):
            if name in self.lets:
                found |= self.runs_of(self.lets[name])
            elif name in self.runs:
                found.add(name)
        return found

    def in_order(self, names):
        """These runs and all that they need, the needed ones first."""
        order = []

        def add(run):
            for earlier in run.after:
                add(earlier)
            if run not in order:
                order.append(run)

        for name, run in self.runs.items():
            if name in names:
                add(run)
        return order

    def left_out(self, name):
        """Why a run is not made; '' if it is."""
        kinds = {run.kind for run in self.in_order({name})}
        if "campaigns" in kinds and not self.options.campaigns:
            return "campaign"
        if "timings" in kinds and not self.options.timings:
            return "machine"
        return "slow" if "slow" in kinds and self.options.quick else ""

    def stamp(self, run):
        """Hash of all a result depends on: program, command, definitions and data, earlier runs."""
        digest = hashlib.sha256(self.options.hashes[self.program(run)].encode())
        digest.update("\0".join([str(run.must_fail), *run.words]).encode())
        for folder in sorted({self.name, *re.findall(r"models/(\w+)/", " ".join(run.words))}):
            for file in sorted(Path("models", folder).rglob("*")):
                page = file.suffix in (".md", ".svg") or file.name == "figures.toml"
                if file.is_file() and not page:
                    digest.update(file.read_bytes())
        for earlier in run.after:
            digest.update(self.stamp(earlier).encode())
        return digest.hexdigest()

    def make(self, run):
        """Runs a command unless its result is there and still holds."""
        record, stamp = self.folder / f"{run.name}.run", self.stamp(run)
        known = json.loads(record.read_text()) if record.exists() else {"stamp": None}
        if known["stamp"] != stamp or not all(Path(self.path(w)).exists() for w in run.written):
            record.unlink(missing_ok=True)
            known = {"stamp": stamp, "cpu_seconds": self.start(run)}
            record.write_text(json.dumps(known))
        self.seconds[run.name] = known["cpu_seconds"]

    def start(self, run):
        """Processor time of a command [s]."""
        for word in run.written:
            if not Path(word).suffix:
                Path(self.path(word)).mkdir(parents=True, exist_ok=True)
        tell(f"{self.name}: {run.name}")
        command = [str(self.program(run)), *map(self.path, run.words)]
        output, log = self.folder / f"{run.name}.json", self.folder / f"{run.name}.log"
        with open(output, "wb") as out, open(log, "wb") as err:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        if (child.returncode != 0) != run.must_fail:
            wrong = "did not fail" if run.must_fail else f"failed ({child.returncode})"
            said = log.read_text(errors="replace").split("\n")[-5:]
            text = "\n    ".join([shlex.join(command), *filter(None, said)])
            raise Trouble(f"{self.name}: '{run.name}' {wrong}: {text}")
        return usage.ru_utime + usage.ru_stime

    def submit(self, names, pool):
        """Hands runs to a pool; each waits for those it needs. The futures."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for cache in self.folder.glob("cache-*"):
            if str(cache) != self.path("@cache"):
                shutil.rmtree(cache)
        done = {}

        def job(run):
            for earlier in run.after:
                done[earlier.name].result()
            if any(earlier.name in self.failures for earlier in run.after):
                self.failures[run.name] = ""
                return
            try:
                self.make(run)
            except (Trouble, OSError) as trouble:
                self.failures[run.name] = str(trouble)
                tell(f"error: {trouble}")

        for run in self.in_order(names):
            done[run.name] = pool.submit(job, run)
        return list(done.values())

    def result(self, name):
        """What a run printed with --json; its table is the key csv."""
        if name not in self.results:
            text = (self.folder / f"{name}.json").read_text()
            result = json.loads(text) if text.startswith("{") else {}
            for word in self.runs[name].written:
                if word.endswith(".csv"):
                    result["csv"] = read_table(self.path(word))
            self.results[name] = result
        return self.results[name]

    def value(self, node, row=None):
        """Value of an expression; row: what r and i stand for, as (r, i)."""

        def names(name):
            if row is not None and name in ("r", "i"):
                return row["ri".index(name)]
            if name in self.lets:
                return evaluate(self.lets[name], names)
            if name in self.runs:
                return self.result(name)
            raise Trouble(f"'{name}' is no run and no name of [let]")

        return evaluate(node, names)
