"""What a model file has: names, units, ranges, sizes."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence, TypeVar

import numpy as np

from mortise import _native
from mortise._status import Status

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class Hold(enum.IntEnum):
    """How an input acts between samples. With a linear or cubic hold a step takes it at both of its
    ends."""

    ZERO_ORDER = 0
    LINEAR = 1
    CUBIC = 2


@dataclass(frozen=True)
class Input:
    """What is given to every step."""

    name: str
    unit: str
    minimum: float  #: accepted range [unit]; beyond it the last good value is held
    maximum: float
    default: float  #: until the first good value [unit]
    trained: tuple[float, float] | None  #: what the certificate has seen [unit]; None: not said
    hold: Hold


@dataclass(frozen=True)
class Output:
    """What every step gives."""

    name: str
    unit: str
    quantity: str  #: "displacement", "contact_force", ...


@dataclass(frozen=True)
class Parameter:
    """A number of a law that may be changed between steps."""

    name: str  #: "contact.friction"
    unit: str
    minimum: float
    maximum: float
    default: float
    trained: tuple[float, float] | None
    contacts: int  #: how many contacts it applies to

    @property
    def range(self) -> str:
        """What it accepts, for texts: "0 .. 10", "1e+05 .. 1e+07 N/m"."""
        return f"{self.minimum:g} .. {self.maximum:g}" + (f" {self.unit}" if self.unit != "1" else "")


@dataclass(frozen=True)
class Scenario:
    """Stored inputs."""

    name: str
    duration: float  #: [s]


class ModelError(ValueError):
    """A file that is no model, or none that this library can honour."""

    def __init__(self, text: str, code: int, field: str, index: int, value: float, name: str):
        where = field + (f"[{index}]" if index >= 0 else "") if field else ""
        super().__init__(f"{where}: {text}" if where else text)
        self.text, self.code = text, code  #: reason and remedy; number of the reason
        self.field, self.index = field, index  #: path in the schema; entry of it, -1: the whole
        self.value, self.name = value, name  #: the offending number; a feature that is missing

    def __reduce__(self) -> tuple[Any, ...]:
        return ModelError, (self.text, self.code, self.field, self.index, self.value, self.name)


_Named = TypeVar("_Named", Input, Output, Parameter, Scenario)


class Description:
    """What a model has: all that states, batches and traces need to know of theirs."""

    def __init__(self, data: bytes):
        self._native = _native.Model(data, ModelError)
        d = self._native.describe()
        self.step_size: float = d["step_size"]  #: h [s]
        self.state_bytes: int = d["state_bytes"]  #: memory of a state [byte]
        #: numbers that a step reads: the inputs at its start and, if any of them has a linear or
        #: cubic hold, behind them those at its end
        self.input_values: int = d["input_values"]
        #: status bits on which a bench should stop
        self.stop_mask = Status(d["stop_mask"])
        self.groups: int = d["groups"]  #: of an assembly, 0: none
        self.inputs = tuple(Input(*i[:6], Hold(i[6])) for i in d["inputs"])
        self.outputs = tuple(Output(*o) for o in d["outputs"])
        self.parameters = tuple(Parameter(*p) for p in d["parameters"])
        self.scenarios = tuple(Scenario(*s) for s in d["scenarios"])
        self.cases: tuple[str, ...] = tuple(d["cases"])  #: operating cases of a joint

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._native.file(),)

    def __repr__(self) -> str:
        return (f"<mortise.{type(self).__name__} h = {self.step_size:g} s, inputs "
                f"{[i.name for i in self.inputs]}, outputs {[o.name for o in self.outputs]}>")

    def input(self, name: str) -> int:
        """Number of an input. Raises KeyError with the names there are."""
        return _find(self.inputs, name, "input")

    def output(self, name: str) -> int:
        """Number of an output, its column in y."""
        return _find(self.outputs, name, "output")

    def parameter(self, name: str) -> int:
        """Number of a parameter."""
        return _find(self.parameters, name, "parameter")

    def scenario(self, name: str) -> int:
        """Number of a stored scenario."""
        return _find(self.scenarios, name, "scenario")

    def samples(self, time: ArrayLike, values: Mapping[str, ArrayLike],
                steps: int | None = None) -> NDArray[np.float64]:
        """Inputs of many steps from samples in time, with straight lines between them.

        time: (k) ascending [s]; the first step starts at 0.
        values: by name of the input, (k) each; the others have their defaults.
        steps: how many; default: as many as fit before the last sample.
        Returns (steps, input_values), for State.run.
        """
        t = np.asarray(time, dtype=float)
        if t.ndim != 1 or t.size < 1 or np.any(np.diff(t) < 0):
            raise ValueError("time must be ascending, one number per sample")
        if steps is None:
            steps = int(np.floor(t[-1] / self.step_size * (1 + 1e-12)))
        at = np.arange(steps + 1) * self.step_size
        nodes = np.empty((steps + 1, len(self.inputs)))
        nodes[:] = [i.default for i in self.inputs]
        for name, value in values.items():
            column = np.asarray(value, dtype=float)
            if column.shape != t.shape:
                raise ValueError(f"{name} has {column.shape} samples, time {t.shape}")
            nodes[:, self.input(name)] = np.interp(at, t, column)
        return self.both_ends(nodes)

    def both_ends(self, nodes: ArrayLike) -> NDArray[np.float64]:
        """Inputs of steps from inputs at their instants: (steps + 1, inputs) in, (steps,
        input_values) out."""
        n = np.asarray(nodes, dtype=float)
        if n.ndim != 2 or n.shape[0] < 1 or n.shape[1] != len(self.inputs):
            raise ValueError(f"nodes must be (steps + 1, {len(self.inputs)}), not {n.shape}")
        if self.input_values == len(self.inputs):
            return np.ascontiguousarray(n[:-1])
        return np.hstack([n[:-1], n[1:]])


def _find(all_of: Sequence[_Named], name: str, what: str) -> int:
    for number, one in enumerate(all_of):
        if one.name == name:
            return number
    raise KeyError(f"the model has no {what} '{name}'; it has: {_names(all_of)}")


def _names(all_of: Iterable[Any]) -> str:
    return ", ".join(one.name for one in all_of) or "none"
