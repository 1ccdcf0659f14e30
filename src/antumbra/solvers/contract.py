"""The contracts between the chain, the backends, and those who use them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from antumbra.solvers.answers import Answer
from antumbra.terms.term import Term


class Backend(Protocol):
    """One decision procedure.

    Each call of :meth:`check` is about exactly the given assertions; what a backend keeps between
    calls only makes it faster. Callers help by giving long common prefixes in the same order.
    """

    #: what the user calls it
    name: ClassVar[str]
    #: effort of the last query in steps that do not depend on the machine
    steps: int

    def check(
        self,
        assertions: Sequence[Term],
        *,
        timeout: float | None = None,
        steps: int | None = None,
        want_core: bool = True,
    ) -> Answer:
        """Whether the assertions hold together.

        ``Sat`` carries a model that was evaluated on our own terms and holds. ``Unsat`` carries a subset
        of the assertions that is unsatisfiable (all of them when ``want_core`` is false). ``Unknown("timeout")``
        after ``timeout`` seconds, ``OUT_OF_STEPS`` after about so many ``steps``, the same on every machine.
        Raises :class:`UnsupportedTerm` before any work when a term does not fit, :class:`SolverError` when
        the model does not satisfy the assertions.
        """
        ...
