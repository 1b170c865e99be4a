"""Controllers from a linear space: the gains that its step asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mortise._linear import LinearSpace

_LEAST = 1e-12  # of the doubled transition: the cost has settled


def riccati(A: NDArray[np.float64], B: NDArray[np.float64], Q: NDArray[np.float64],
            R: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gains K (u = -K x) and cost P of the least sum of x' Q x + u' R u under x+ = A x + B u.

    The discrete algebraic Riccati equation by structured doubling. Raises ValueError if it does not
    settle: what does not die out is not controlled, or costs nothing.
    """
    a, g, h = A.copy(), B @ np.linalg.solve(R, B.T), Q.copy()
    for _ in range(60):
        w = np.linalg.inv(np.eye(len(a)) + g @ h)
        a, g, h = a @ w @ a, g + a @ w @ g @ a.T, h + a.T @ h @ w @ a
        if np.linalg.norm(a) < _LEAST:
            return np.linalg.solve(R + B.T @ h @ B, B.T @ h @ A), h
    raise ValueError("the Riccati equation does not settle: is everything reached by the input?")


@dataclass(frozen=True)
class Plant:
    """One input, one output, a tick of some steps, in deviations from rest:
    x+ = A x + B_before u + B_now u+, y = C x, u+ the command that answers y. The last of x is y: a
    step gives its outputs from where it begins."""

    A: NDArray[np.float64]
    B_now: NDArray[np.float64]  #: (n, 1)
    B_before: NDArray[np.float64]  #: (n, 1)
    C: NDArray[np.float64]  #: (1, n)
    y_rest: float


def plant(space: LinearSpace, input: int, output: int, steps: int = 1,
          loop: str = "direct") -> Plant:
    """A space over a tick of `steps` steps.

    loop: when the command that answers an output acts. "direct": over the whole next tick, as where
    the controller calls the model. In a paced loop with a peer: "zero_order", over the tick after the
    next; "linear", rising over the next.
    """
    if loop not in ("direct", "zero_order", "linear"):
        raise ValueError(f"loop is direct, zero_order or linear, not {loop}")
    n = len(space.A)
    # a step of the states and the output
    A = np.zeros((n + 1, n + 1))
    A[:n, :n], A[n, :n] = space.A, space.C[output]
    start = np.append(space.B[:, input], space.D[output, input])[:, None]
    end = np.append(space.B_end[:, input], space.D_end[output, input])[:, None]
    over, begun, ended = np.eye(n + 1), np.zeros_like(start), np.zeros_like(start)
    for k in range(steps):
        # shares of the value at the end of the tick, at both ends of this step
        a, b = (k / steps, (k + 1) / steps) if loop == "linear" else (0.0, 0.0)
        over = A @ over
        begun = A @ begun + (1 - a) * start + (1 - b) * end
        ended = A @ ended + a * start + b * end
    if loop == "direct":
        begun, ended = ended, begun
    return Plant(over, ended, begun, np.eye(n + 1)[[n]], float(space.y_next[output]))


class Regulator:
    """An output held at rest: an observer of the plant and gains from what it sees.

    limit: of the command, its absolute value.
    effort: how dear the input is, over what the output costs; smaller is stronger.
    noise: of the sensor, over the motion that the input causes.
    """

    def __init__(self, of: Plant, limit: float, effort: float = 1e-4, noise: float = 1e-3):
        n = len(of.A)
        # the output in the unit of the states, whatever its own
        scale = float(np.abs(of.A[-1, :-1]).max())
        unit_of = np.ones((n, 1))
        unit_of[-1] = 1.0 / scale
        before, now = of.B_before * unit_of, of.B_now * unit_of
        # the last command is a state
        A, B, C = np.zeros((n + 1, n + 1)), np.ones((n + 1, 1)), np.zeros((1, n + 1))
        A[:n, :n], A[:n, [n]] = of.A * unit_of / unit_of.T, before
        B[:n], C[0, n - 1] = now, 1.0
        push = np.zeros((n + 1, 1))
        push[:n] = before + now
        unit = float(push.T @ push)
        self.K, _ = riccati(A, B, C.T @ C, np.array([[effort * unit]]))
        sensor = noise**2 * unit
        _, P = riccati(A.T, C.T, push @ push.T, np.array([[sensor]]))
        self.L = P @ C.T / (float(C @ P @ C.T) + sensor)
        self.A, self.B, self.C = A, B, C
        self.limit, self.scale, self.y_rest = limit, scale, of.y_rest
        self.x = np.zeros((n + 1, 1))
        self.command = 0.0

    def radius(self) -> float:
        """Spectral radius of the closed loop."""
        return float(np.abs(np.linalg.eigvals(self.A - self.B @ self.K)).max())

    def predict(self, ticks: int = 1) -> None:
        """Ticks pass, the command stays."""
        for _ in range(ticks):
            self.x = self.A @ self.x + self.B * self.command

    def answer(self, y: float) -> float:
        """The output of a tick; returns the command, within the limit."""
        self.x = self.x + self.L * ((y - self.y_rest) / self.scale - float(self.C @ self.x))
        self.command = float(np.clip(-(self.K @ self.x).item(), -self.limit, self.limit))
        return self.command
