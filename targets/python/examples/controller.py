# A controller from a model: linearise, design, try on the whole model with its contacts.
#
#     python controller.py MODEL.mrt INPUT OUTPUT
#
# For example beam_wall.mrt force tip_normal: active damping of a beam in front of a wall.

# %% The step about rest
import sys

import numpy as np

import mortise

path, driven, watched = sys.argv[1:4]
model = mortise.open(path)
space = model.state().linearize()
i, o = model.input(driven), model.output(watched)
print(f"{len(space.x)} states, error {space.error:.1g}; {len(space.findings)} columns without a derivative")
if space.findings:
    print("  a contact rests at a corner of its law: gains hold on one side of it alone")

# %% Gains and an observer, both from the discrete Riccati equation, by doubling. The input acts over
# the whole step.
def riccati(A, b, Q, r):
    """K of the input that minimises the sum of x' Q x + r u^2, and the cost."""
    a, g, h = A.copy(), b @ b.T / r, Q.copy()
    for _ in range(60):
        w = np.linalg.inv(np.eye(len(a)) + g @ h)
        a, g, h = a @ w @ a, g + a @ w @ g @ a.T, h + a.T @ h @ w @ a
        if np.linalg.norm(a) < 1e-12:
            break
    return np.linalg.solve(np.atleast_2d(r) + b.T @ h @ b, b.T @ h @ A), h


A, b, c = space.A, (space.B + space.B_end)[:, [i]], space.C[[o]]
c = c / np.abs(c).max()
K, _ = riccati(A, b, c.T @ c, 1e-4 * float(b.T @ b))
# the observer's unknown force is as large as the input, its sensor true within a thousandth
_, covariance = riccati(A.T, c.T, b @ b.T, 1e-6 * float(b.T @ b))
L = covariance @ c.T / (float(c @ covariance @ c.T) + 1e-6 * float(b.T @ b))
scale = np.abs(space.C[[o]]).max()

# %% The loop on the model itself: a kick, then free or controlled, the controller sees the output
# alone and knows the rest from an observer of the same space
def play(controlled: bool, steps: int = 4000) -> np.ndarray:
    state, u = model.state(), np.zeros(model.input_values)
    limit = 1e-2 * model.inputs[i].maximum
    x, command, seen = np.zeros(len(space.x)), 0.0, []
    y = np.zeros(len(model.outputs))
    inputs = len(model.inputs)
    for k in range(steps):
        kick = limit * np.sin(np.pi * k / 50) if k < 50 else 0.0
        u[i] = kick + command
        if model.input_values > inputs:
            u[inputs + i] = u[i]
        state.step(u, y)
        x = A @ x + (b * u[i]).ravel()
        x = x + (L * ((y[o] - space.y_next[o]) / scale - float(c @ x))).ravel()
        if controlled and k >= 50:
            command = float(np.clip(-K @ x, -limit, limit)[0])
        seen.append(y[o])
    return np.array(seen)

free, damped = play(False), play(True)
tail = slice(-1000, None)
print(f"{watched} after the kick: rms {np.std(free[tail]):.3g} free, {np.std(damped[tail]):.3g} "
      f"damped, {np.std(free[tail]) / max(np.std(damped[tail]), 1e-300):.2g} times less")
assert np.std(damped[tail]) < np.std(free[tail])
