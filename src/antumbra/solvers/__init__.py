"""Deciding formulas: backends (Bitwuzla, Z3) and the chain of cheaper layers in front of them.

Exploration uses :class:`Chain` with :class:`PathCondition`; who needs one verdict about a set of formulas
takes a backend from :func:`make_backend`. The solvers' packages are imported when a backend is made.

==============================  =====================================================================================
KLEE                            here
==============================  =====================================================================================
ConstructSolverChain            ``chain.py``; with axioms: ``axioms.py``
ConstraintSet                   ``path.py``: conditions of a path, each with a model
IndependentSolver               ``independence.py``: groups of related variables, kept along the path
CachingSolver, CexCachingSolver ``cache.py``: earlier answers, models and unsatisfiable cores
FastCexSolver                   ``domains.py``, ``ranges.py``, ``preimage.py``: intervals; ``guess.py``: models
(ours) few unknown bits         ``sweep.py``: all their values, by machine code
AssignmentValidatingSolver      ``selfcheck.py``, always on
QueryLoggingSolver              ``oracle.py``, for hard queries
forked solver                   ``apart.py``
(ours) Horn clauses: Spacer     ``horn.py``
==============================  =====================================================================================
"""

# pyright: reportUnusedImport=false

from antumbra.solvers.answers import (
    OUT_OF_STEPS,
    OUT_OF_TIME,
    POSTPONED,
    Answer,
    Model,
    Sat,
    SolverError,
    Unknown,
    Unsat,
    UnsupportedTerm,
)
from antumbra.solvers.axioms.axioms import AxiomChain
from antumbra.solvers.chain.chain import SOON, Chain, Side, Values
from antumbra.solvers.chain.oracle import make_backend
from antumbra.solvers.chain.path import PathCondition
from antumbra.solvers.chain.statistics import Statistics
from antumbra.solvers.contract import Backend
