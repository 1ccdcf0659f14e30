"""Loops closed by guessed invariants that are inductive: Houdini (Flanagan and Leino, FME 2001), on symbolic execution.

A state that comes to the head of a loop is replaced by one that stands for all rounds: what the loop changes is
unknown but for guesses. Guesses that a round does not keep are dropped, and the loop is tried again without them.
What this engine proves is safe; it finds no violations.
"""
