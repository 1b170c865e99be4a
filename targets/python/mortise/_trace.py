"""What a run has given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mortise._status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mortise._description import Description


class Trace:
    """Inputs, outputs and statuses of steps: trace["tip"] is an output by its name, trace.time
    the instants that outputs belong to."""

    def __init__(self, model: Description, first: int, u: NDArray[np.float64],
                 y: NDArray[np.float64], status: NDArray[np.uint32]):
        self.model = model
        self.u = u  #: (steps, input_values)
        self.y = y  #: (steps, outputs), at the ends of the steps
        self.status = status  #: (steps) status bits
        #: (steps) [s], ends of the steps
        self.time: NDArray[np.float64] = (first + 1 + np.arange(len(y))) * model.step_size

    def __len__(self) -> int:
        return len(self.y)

    def __getitem__(self, output: str) -> NDArray[np.float64]:
        """(steps) an output by its name, a view into y."""
        return self.y[:, self.model.output(output)]

    @property
    def seen(self) -> Status:
        """Status bits of all steps together."""
        return Status(int(np.bitwise_or.reduce(self.status, initial=0)))
