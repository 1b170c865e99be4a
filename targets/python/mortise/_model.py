"""A model file: what is made of it."""

from __future__ import annotations

import builtins
import os

from mortise._batch import Batch
from mortise._description import Description
from mortise._state import State
from mortise._trace import Trace


class Model(Description):
    """An open model: immutable, to be shared between states and threads. From `mortise.open`.
    It is its own copy; pickled, it is its file."""

    def state(self) -> State:
        """A new state, at the start of the model."""
        return State(self)

    def batch(self, count: int, threads: int | None = None) -> Batch:
        """`count` states that are stepped together, by `threads` threads (default: as many as this
        process may use processors)."""
        return Batch(self, count, threads)

    def play(self, scenario: str, duration: float | None = None) -> Trace:
        """Plays a stored scenario from its start, its parameters and operating cases with it.

        duration: [s]; default: the scenario's.
        """
        return self.state().play(scenario, duration)


def open(source: str | os.PathLike[str] | bytes | bytearray | memoryview) -> Model:
    """Opens a model file, by its path or its bytes. Raises ModelError with reason and remedy."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Model(bytes(source))
    with builtins.open(source, "rb") as file:
        return Model(file.read())
