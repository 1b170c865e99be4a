"""Many states of one model, stepped together."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from mortise import _native
from mortise._state import State
from mortise._status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mortise._description import Description


class Batch:
    """`count` states, each with the bits of a State of its own, whatever the threads. The
    interpreter's lock is released while they step. Copied or pickled like a State."""

    def __init__(self, model: Description, count: int, threads: int | None = None):
        self.model, self.count = model, count
        self.threads = threads if threads is not None else len(os.sched_getaffinity(0))
        if self.threads < 1:
            raise ValueError(f"threads must be at least 1, not {self.threads}")
        self._states = model._native.states(_native.States, count)
        self.status = Status(0)  #: of all states and steps of the last call

    def __len__(self) -> int:
        return self.count

    def step(self, u: NDArray[np.float64] | None = None,
             out: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """One step of every state.

        u: (count, input_values) float64, C-contiguous; None: as the last step left them.
        out: (count, outputs) to be written; default: a new array.
        """
        if out is None:
            out = np.empty((self.count, len(self.model.outputs)))
        self.status = Status(self._states.step(u, out, None, self.threads))
        return out

    def run(self, u: NDArray[np.float64], out: NDArray[np.float64] | None = None,
            status: NDArray[np.uint32] | None = None) -> NDArray[np.float64]:
        """Many steps of every state: one thread takes a state through all of them.

        u: (steps, count, input_values) float64, C-contiguous.
        out: (steps, count, outputs), status: (steps, count) uint32, to be written.
        """
        if u.ndim != 3:
            raise ValueError(f"u must be (steps, {self.count}, {self.model.input_values})")
        steps = u.shape[0]
        if out is None:
            out = np.empty((steps, self.count, len(self.model.outputs)))
        self.status = Status(self._states.run(steps, u, out, status, self.threads))
        return out

    def set(self, name: str, values: NDArray[np.float64] | float) -> None:
        """A parameter of every state: one number, or (count) of them. Raises ValueError, with the
        number of the state, outside its range; those before it are set."""
        number = self.model.parameter(name)
        for k, value in enumerate(np.broadcast_to(values, self.count)):
            if self._states.parameter_set(k, number, float(value)) & Status.BAD_CALL:
                p = self.model.parameters[number]
                raise ValueError(f"{name} of state {k} is {p.range}, not {value:g}")

    def load(self, index: int, state: State) -> None:
        """State `index` goes on from where `state` is."""
        self._states.copy(index, state._states, 0)

    def state(self, index: int) -> State:
        """A copy of one of them."""
        one = State(self.model)
        one._states.copy(0, self._states, index)
        return one

    def copy(self) -> Batch:
        """States of its own that go on from here."""
        other = Batch(self.model, self.count, self.threads)
        for k in range(self.count):
            other._states.copy(k, self._states, k)
        other.status = self.status
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        snapshots = [self._states.save(k) for k in range(self.count)]
        return _unpickled, (self.model, self.threads, snapshots, self.status)

    def reset(self) -> None:
        """All of them back to the start of the model."""
        for k in range(self.count):
            self._states.reset(k)


def _unpickled(model: Description, threads: int, snapshots: list[bytes], status: Status) -> Batch:
    batch = Batch(model, len(snapshots), threads)
    for k, snapshot in enumerate(snapshots):
        batch._states.restore(k, snapshot)
    batch.status = status
    return batch
