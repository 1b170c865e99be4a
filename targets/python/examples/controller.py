# A controller from a model: linearise, design, try on the whole model with its contacts.
#
#     python controller.py MODEL.mrt INPUT OUTPUT
#
# For example beam_wall.mrt force tip_normal: active damping of a beam in front of a wall.

# %% The step about rest
import sys

import numpy as np

import mortise
from mortise import control

path, driven, watched = sys.argv[1:4]
model = mortise.open(path)
space = model.state().linearize()
i, o = model.input(driven), model.output(watched)
print(f"{len(space.x)} states, error {space.error:.1g}; {len(space.findings)} columns without a derivative")
if space.findings:
    print("  a contact rests at a corner of its law: gains hold on one side of it alone")

# %% Gains and an observer
plant = control.plant(space, i, o)
limit = 1e-2 * model.inputs[i].maximum
regulator = control.Regulator(plant, limit)
print(f"spectral radius of the loop {regulator.radius():.6f}")

# %% The loop on the model itself: a kick, then free or controlled; the regulator sees the output alone
def play(controlled: bool, steps: int = 4000) -> np.ndarray:
    state, u, y = model.state(), np.zeros(model.input_values), np.zeros(len(model.outputs))
    regulator = control.Regulator(plant, limit)
    inputs, seen = len(model.inputs), []
    for k in range(steps):
        if k < 50:
            regulator.command = limit * np.sin(np.pi * k / 50)
        elif not controlled:
            regulator.command = 0.0
        u[i] = regulator.command
        if model.input_values > inputs:
            u[inputs + i] = u[i]
        state.step(u, y)
        regulator.predict()
        regulator.answer(y[o])
        seen.append(y[o])
    return np.array(seen)

free, damped = play(False), play(True)
tail = slice(-1000, None)
print(f"{watched} after the kick: rms {np.std(free[tail]):.3g} free, {np.std(damped[tail]):.3g} "
      f"damped, {np.std(free[tail]) / max(np.std(damped[tail]), 1e-300):.2g} times less")
assert np.std(damped[tail]) < np.std(free[tail])
