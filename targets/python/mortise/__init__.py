"""Real-time models of mechanical contacts: model files opened, stepped and linearised.

    model = mortise.open("rod_wall.mrt")     # what it has: model.inputs, .outputs, .parameters, ...
    state = model.state()
    y = state.step(u)                        # one step of model.step_size seconds
    trace = model.play("strike")             # a stored scenario: trace["tip"], trace.time
    batch = model.batch(10_000)              # as many states, stepped by all processors
    space = state.linearize()                # A, B, C, D about the state

Numbers are float64 and SI throughout. Steps are those of `mortise run` and of every target, to the
last bit. The arrays of a step are used in place: give your own `out` and nothing is allocated.
"""

from mortise import control
from mortise._batch import Batch
from mortise._description import Hold, Input, ModelError, Output, Parameter, Scenario
from mortise._linear import Finding, LinearSpace, LinearState
from mortise._model import Model, open
from mortise._state import ContactEvent, EventKind, FilmProfile, Group, Distance, State
from mortise._status import Status
from mortise._trace import Trace

__all__ = [
    "Batch", "ContactEvent", "Distance", "EventKind", "FilmProfile", "Finding", "Group", "Hold",
    "Input", "LinearSpace", "LinearState", "Model", "ModelError", "Output", "Parameter",
    "Scenario", "State", "Status", "Trace", "control", "open",
]
