# A bench in Python: a model in the loop with something else, a step at a time.
#
#     python on_a_bench.py MODEL.mrt INPUT OUTPUT
#
# For example two_cantilevers.mrt hammer uAy. Cells as in a notebook.

# %% The model says what it takes and gives
import sys
import time

import numpy as np

import mortise

path, driven, watched = sys.argv[1:4]
model = mortise.open(path)
print(model)
for channel in model.inputs:
    print(f"  {channel.name} [{channel.unit}] {channel.minimum:g} .. {channel.maximum:g}, "
          f"{channel.hold.name.lower()}")

# %% Power-on: the golden trace of the file has the bits it had when the model was made
state = model.state()
passed, trace_hash = state.selftest()
assert passed, "this machine computes other numbers than the one that made the model"
print(f"golden trace {trace_hash:016x}")

# %% The loop. What is given at the end of a step is what the next one starts from.
u = np.array([i.default for i in model.inputs] * (model.input_values // max(len(model.inputs), 1)))
y = np.zeros(len(model.outputs))
column, inputs = model.output(watched), len(model.inputs)
low, high = model.inputs[model.input(driven)].minimum, model.inputs[model.input(driven)].maximum
force = 1e-3 * min(abs(low), abs(high))
slowest, history = 0.0, []
for k in range(2000):
    now = force * np.sin(2e-2 * k)          # what the other machine says at t_n+1
    if model.input_values > inputs:         # linear hold: both ends of the step
        u[:inputs] = u[inputs:]
        u[inputs + model.input(driven)] = now
    else:
        u[model.input(driven)] = now
    begun = time.perf_counter()
    state.step(u, y)
    slowest = max(slowest, time.perf_counter() - begun)
    if state.status & model.stop_mask:      # no solution for these inputs
        sys.exit(f"stopped at {state.time:g} s: {state.status.text}")
    history.append(y[column])
print(f"{watched} within {min(history):.3g} .. {max(history):.3g}; slowest step {slowest * 1e6:.0f} us "
      f"for {model.step_size * 1e6:g} us")

# %% Before something risky: save, try, go back
snapshot = state.save()
for _ in range(100):
    state.step(u, y)
tried = y.copy()
state.restore(snapshot)
for _ in range(100):
    state.step(u, y)
assert np.array_equal(y, tried)             # to the last bit
print(f"statistics: {state.statistics['steps']} steps, {state.statistics['capped']} capped")
