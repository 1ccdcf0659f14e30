"""Bitwuzla and Z3: our terms as theirs, limits that hold, and what only one of them can do."""
