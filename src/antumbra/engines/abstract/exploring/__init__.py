"""Symbolic execution with abstract matching: states, abstraction, symmetry, the paper's figures 5 and 6."""
