"""Status bits of a step."""

from __future__ import annotations

import enum

from mortise import _native

_BITS = _native.status_bits()


class _Explained(enum.IntFlag):
    """Adds to every set of bits what it means."""

    @property
    def text(self) -> str:
        """What the bits say, a sentence each; empty if none is set."""
        return "; ".join(f"{name}: {text}" for bit, name, text, _ in _BITS if self >> bit & 1)

    @property
    def stops(self) -> bool:
        """Whether the step is no solution for its inputs. A model may have further bits on which a
        bench should stop: Model.stop_mask."""
        return any(severity == 3 and self >> bit & 1 for bit, _, _, severity in _BITS)


Status = _Explained("Status", {name: 1 << bit for bit, name, _, _ in _BITS})
Status.__doc__ = "Status bits of a step, 0 is ok: Status.CAPPED, Status.HELD, ..."
