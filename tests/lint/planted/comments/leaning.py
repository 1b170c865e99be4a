"""Of what Python says of itself, line 1 is reported, and line 6."""

SCALE = {"m": "# As a string says"}

def scaled(x):
    # Those of one unit.
    return x
