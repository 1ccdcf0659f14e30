"""Commands taken apart and made anew.

``operands.py``: their terms; ``renaming.py``: with other variables; ``fresh.py``: names that nobody has yet; ``wp.py``:
their weakest preconditions.
"""
