import enum

class Status(enum.IntFlag):
    """Status bits of a step, 0 is ok."""

    HELD = 1
    ROLLED_BACK = 2
    CAPPED = 4
    LIMITED = 8
    FALLBACK = 16
    OUTSIDE_TRAINING = 32
    BAD_CALL = 64
    RATE_LIMITED = 128
    REPEATED = 256
    UNTRUSTED = 512
    DETACHED = 1024
    STICKING = 2048
    OFF_TARGET = 4096
    WEDGED = 8192
    FLOAT_MODE = 16384
    RECOVERING = 32768
    BLENDED = 65536

    @property
    def text(self) -> str:
        """What the bits say, a sentence each; empty if none is set."""
    @property
    def stops(self) -> bool:
        """Whether the step is no solution for its inputs."""
