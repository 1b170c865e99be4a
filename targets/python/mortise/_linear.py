"""The step about a state as a discrete state space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mortise._status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mortise._description import Description


class LinearState(NamedTuple):
    """What one of the states is."""

    name: str  #: "q", "v", ...
    unit: str
    interface: int  #: of an assembly whose memory it is; -1: the model's own
    number: int


class Finding(NamedTuple):
    """Where the derivative is none, one of one side only, or not well known."""

    kind: str  #: "corner", "one-sided", "changes", "kink", "vague"
    column: int  #: x, then u at the start, then u at the end of the step; -1: of none
    interface: int
    contact: int
    size: float


@dataclass(frozen=True)
class LinearSpace:
    """dx+ = A dx + B du + B_end du_end,  dy+ = C dx + D du + D_end du_end, in deviations from an
    operating point (x, u) and from where its step leads (x_next, y_next)."""

    A: NDArray[np.float64]  #: (n, n)
    B: NDArray[np.float64]  #: (n, inputs) of the inputs at the start of the step
    B_end: NDArray[np.float64]  #: (n, inputs) of those at its end: of linear and cubic holds
    C: NDArray[np.float64]  #: (outputs, n)
    D: NDArray[np.float64]  #: (outputs, inputs)
    D_end: NDArray[np.float64]  #: (outputs, inputs)
    x: NDArray[np.float64]  #: (n)
    x_next: NDArray[np.float64]  #: (n)
    y_next: NDArray[np.float64]  #: (outputs)
    column_error: NDArray[np.float64]  #: (n + 2 inputs) estimated, relative
    output_error: NDArray[np.float64]  #: (outputs) likewise of the rows of C, D, D_end
    states: tuple[LinearState, ...]
    findings: tuple[Finding, ...]
    status: Status  #: of the operating step
    error: float  #: estimated, of the worst entry of A, B, B_end
    settled: float  #: by how much the step differs through what x does not hold
    step_size: float  #: [s]


_KINDS = {1: "corner", 2: "one-sided", 3: "changes", 4: "kink", 5: "vague"}


def linearize(model: Description, states: Any, index: int,
              u: NDArray[np.float64] | None) -> LinearSpace:
    """The linear space about one of the states; raises ValueError if the step about it fails."""
    names = tuple(LinearState(*s) for s in states.linear_states(index))
    n, i, o = len(names), len(model.inputs), len(model.outputs)
    shapes = [(n, n), (n, i), (n, i), (o, n), (o, i), (o, i), (n,), (n,), (o,), (n + 2 * i,), (o,)]
    arrays = tuple(np.zeros(s) for s in shapes)
    bits, found, error, settled, _ = states.linearize(index, u, arrays)
    status = Status(bits)
    if status & Status.BAD_CALL:
        raise ValueError("the model has no state space: its film is carried, not stepped")
    if status & Status.ROLLED_BACK:
        raise ValueError(f"the step about this state fails ({status.text}): choose another state")
    findings = tuple(Finding(_KINDS.get(f[0], str(f[0])), *f[1:]) for f in found)
    return LinearSpace(*arrays, names, findings, status, error, settled, model.step_size)
