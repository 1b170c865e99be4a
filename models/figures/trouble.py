"""What the user has to mend."""


class Trouble(Exception):
    """One sentence that names the place."""
