"""Loops closed by guessed invariants that are inductive: Houdini (Flanagan and Leino, FME 2001), on symbolic execution.

A state that comes to the head of a loop is replaced by one that stands for all rounds: what the loop changes is
unknown but for guesses. Guesses that a round does not keep are dropped, and the loop is tried again without them.
What this engine proves is safe; it finds no violations.

================================  ===================================================================================
Houdini                           here
================================  ===================================================================================
candidate annotations             ``guesses.py``, from what ``probing.py`` sees one round do; ``projection.py`` and
                                  ``linear.py``: what a condition says of the variables that stay
the refute loop                   ``engine.py``; one attempt is a ``trial.py``
ESC/Java, which refutes           ``judge.py``: which candidates surely hold on a path, in few queries
the set that is left              ``certificate.py``, for the independent check
procedures                        none: loops (``loops.py``), in programs without memory
================================  ===================================================================================
"""
