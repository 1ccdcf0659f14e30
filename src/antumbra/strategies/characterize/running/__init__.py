"""Labels of points of the input space, by concrete runs. A label is no proof: it is what proposals are made from.

==================  ==================================================================================
``labels``          what a run with given inputs did
``answering``       a machine whose inputs are answered from a table
``runner``          many runs of one program, counted in steps
==================  ==================================================================================

Runs are those of the compiled semantics (``antumbra.semantics``) with numbers for inputs: the program form, its
integers and its models of the library are the same as for every engine, no native code runs in this process, and a run
ends at its limit of steps.
"""

from antumbra.strategies.characterize.running.labels import Label, Labelled
from antumbra.strategies.characterize.running.runner import Runner

__all__ = ["Label", "Labelled", "Runner"]
