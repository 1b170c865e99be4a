"""One state of a model, stepped."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mortise import _native
from mortise._linear import LinearSpace, linearize
from mortise._status import Status
from mortise._trace import Trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mortise._description import Description


class EventKind(enum.IntEnum):
    """What happened at a contact in the last step."""

    OPENED = 1
    CLOSED = 2
    SLIPPED = 3
    STUCK = 4


class ContactEvent(NamedTuple):
    contact: int  #: contact node, law point of a joint; in assemblies counted on
    kind: EventKind
    impulse: tuple[float, float, float]  #: normal (positive pushes apart), tangents [N s]


class Group(NamedTuple):
    """How interfaces that see each other were solved in the last step."""

    status: Status
    interfaces: int
    iterations: int
    residual: float
    coupling: float  #: contraction of sweeps over them [-]


class FilmProfile(NamedTuple):
    place: NDArray[np.float64]  #: (points) [m]
    pressure: NDArray[np.float64]  #: (points) [Pa]
    gap: NDArray[np.float64]  #: (points) [m]


class Distance(NamedTuple):
    """From what the certificate has seen."""

    value: float  #: over the width of the trained range; 0 inside, or if the file does not say
    name: str | None  #: the input or parameter that it is of


class State:
    """A state of a model. One thread at a time. Copied, also by the module copy, or pickled, it goes
    on by itself with the same bits."""

    def __init__(self, model: Description):
        self.model = model
        self._states = model._native.states(_native.States, 1)
        self._status = 0

    @property
    def status(self) -> Status:
        """Status of the last step, or of all steps of the last run or scenario."""
        return Status(self._status)

    # ---- steps

    def step(self, u: NDArray[np.float64] | None = None,
             out: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Advances by one step.

        u: (input_values) float64, C-contiguous; None: inputs stay where the last step left them.
        out: (outputs) to be written; default: a new array.
        Returns the outputs at the end of the step; `status` says how it went.
        """
        if out is None:
            out = np.empty(len(self.model.outputs))
        self._status = self._states.step(u, out, None, 1)
        return out

    def run(self, u: NDArray[np.float64], out: NDArray[np.float64] | None = None) -> Trace:
        """Takes a step for every row of u: (steps, input_values)."""
        u = np.ascontiguousarray(u, dtype=float)
        if u.ndim != 2 or u.shape[1] != self.model.input_values:
            raise ValueError(f"u must be (steps, {self.model.input_values}), not {u.shape}")
        steps, first = u.shape[0], self.steps
        y = np.empty((steps, len(self.model.outputs))) if out is None else out
        status = np.empty(steps, np.uint32)
        self._status = self._states.run(steps, u, y, status, 1)
        return Trace(self.model, first, u, y, status)

    def play(self, scenario: str, duration: float | None = None) -> Trace:
        """Plays a stored scenario from its start: see Model.play."""
        number = self.model.scenario(scenario)
        length = self.model.scenarios[number].duration if duration is None else duration
        steps = int(np.rint(length / self.model.step_size))
        u = np.empty((steps, self.model.input_values))
        y = np.empty((steps, len(self.model.outputs)))
        status = np.empty(steps, np.uint32)
        self._status = self._states.play(0, number, steps, u, y, status)
        return Trace(self.model, 0, u, y, status)

    # ---- where it is

    @property
    def time(self) -> float:
        """Steps times step size [s]."""
        return self._states.time(0)[0]

    @property
    def steps(self) -> int:
        return self._states.time(0)[1]

    @property
    def statistics(self) -> dict[str, float]:
        """Counts of steps, statuses and iterations since the start."""
        return self._states.statistics(0)

    @property
    def events(self) -> list[ContactEvent]:
        """Contacts that opened, closed, stuck or slipped in the last step."""
        return [ContactEvent(c, EventKind(k), i) for c, k, i in self._states.events(0)]

    @property
    def distance(self) -> Distance:
        """How far inputs and parameters are from what the certificate has seen."""
        value, i, p = self._states.distance(0)
        model = self.model
        name = model.inputs[i].name if i >= 0 else model.parameters[p].name if p >= 0 else None
        return Distance(value, name)

    @property
    def film_profile(self) -> FilmProfile | None:
        """Pressure and gap along the film; None: the model keeps none."""
        points = self._states.film_profile(0, None, None, None)
        if points == 0:
            return None
        p, h, x = np.empty((3, points))
        self._states.film_profile(0, p, h, x)
        return FilmProfile(x, p, h)

    def group(self, number: int) -> Group:
        """Group of an assembly, 0 .. Model.groups - 1."""
        g = self._states.group(0, number)
        return Group(Status(g[0]), *g[1:])

    # ---- changed

    def reset(self) -> None:
        """Back to the start of the model."""
        self._states.reset(0)
        self._status = 0

    def __getitem__(self, name: str) -> float:
        """A parameter in force: state["contact.friction"]."""
        return self._states.parameter_get(0, self.model.parameter(name))

    def __setitem__(self, name: str, value: float) -> None:
        """Changes a parameter from the next step on. Raises ValueError outside its range."""
        number = self.model.parameter(name)
        if self._states.parameter_set(0, number, value) & Status.BAD_CALL:
            p = self.model.parameters[number]
            raise ValueError(f"{name} is {p.range}, not {value:g}")

    @property
    def case(self) -> str | None:
        """The operating case in force; None: the model has none."""
        number = self._states.case(0)
        return self.model.cases[number] if number >= 0 else None

    @case.setter
    def case(self, name: str) -> None:
        if name not in self.model.cases:
            raise KeyError(f"the model has no case '{name}'; it has: "
                           + (", ".join(self.model.cases) or "none"))
        self._states.case_set(0, self.model.cases.index(name))

    def film_restart(self) -> bool:
        """The film goes on from the steady one of the last inputs. False: there is none."""
        return self._states.film_restart(0) == 0

    # ---- kept

    def save(self) -> bytes:
        """A snapshot with checksum, for files and other programs."""
        return self._states.save(0)

    def restore(self, snapshot: bytes) -> None:
        """Raises ValueError, and changes nothing, for one that is damaged or of another model."""
        self._states.restore(0, snapshot)

    def copy(self) -> State:
        """A state of its own that goes on from here."""
        other = State(self.model)
        other._states.copy(0, self._states, 0)
        other._status = self._status
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.model, self.save(), self._status)

    # ---- examined

    def selftest(self) -> tuple[bool, int]:
        """Runs the golden trace of the file, then resets: whether it passed, and its hash."""
        self._status = 0
        return self._states.selftest(0)

    def linearize(self, u: NDArray[np.float64] | None = None) -> LinearSpace:
        """The next step as a discrete state space, statuses of all contacts held; the state stays.

        u: (input_values) of the operating point; None: as the last step left them.
        """
        return linearize(self.model, self._states, 0, u)


def _unpickled(model: Description, snapshot: bytes, status: int) -> State:
    state = State(model)
    state.restore(snapshot)
    state._status = status
    return state
