# From a full simulation to a model in real time: build, compare, look at the price.
#
#     python from_a_full_model.py DEFINITION.toml OUTPUT [MORTISE]
#
# MORTISE is the command line tool, default: the one on the path. For example
# models/two_cantilevers/two_cantilevers.toml uAy.

# %% The offline half makes the file
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import mortise

definition, watched = sys.argv[1:3]
tool = sys.argv[3] if len(sys.argv) > 3 else "mortise"
folder = pathlib.Path(tempfile.mkdtemp())


def call(*arguments: str) -> float:
    begun = time.perf_counter()
    subprocess.run([tool, *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


call("build", definition, "--uncertified", "-o", str(folder / "model.mrt"))
model = mortise.open(folder / "model.mrt")
scenario = model.scenarios[0]
print(f"{model}\nscenario {scenario.name}, {scenario.duration:g} s")

# %% The unreduced model through the same scenario
full_wall = call("full", definition, "--scenario", scenario.name, "-o", str(folder / "full.csv"))
full = np.genfromtxt(folder / "full.csv", delimiter=",", names=True)

# %% And the reduced one
begun = time.perf_counter()
trace = model.play(scenario.name)
wall = time.perf_counter() - begun
reduced = np.interp(full["time"], trace.time, trace[watched])
error = np.abs(reduced - full[watched])[1:].max() / np.abs(full[watched]).max()
print(f"{watched}: largest error {100 * error:.2f} % of the largest value; full {full_wall:.1f} s, "
      f"reduced {wall * 1e3:.1f} ms for {scenario.duration * 1e3:g} ms")

# %% What a change of a law does: many models at once
if model.parameters:
    parameter = model.parameters[0]
    batch = model.batch(32)
    lowest = max(parameter.minimum, 0.8 * parameter.default)
    highest = min(parameter.maximum, 1.2 * parameter.default)
    batch.set(parameter.name, np.linspace(lowest, highest, len(batch)))
    steps = min(500, len(trace))
    y = batch.run(np.repeat(trace.u[:steps, None, :], len(batch), axis=1))
    spread = np.ptp(y[-1, :, model.output(watched)])
    print(f"{parameter.name} +-20 %: {watched} differs by {spread:.3g} after {steps} steps")
