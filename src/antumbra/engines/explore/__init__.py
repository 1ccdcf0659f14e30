"""Dynamic symbolic execution without pruning: what KLEE does (Cadar, Dunbar, Engler, OSDI 2008), under its names.

=============================  ======================================================================================
KLEE                           here
=============================  ======================================================================================
Executor::run                  ``explorer.py`` on ``antumbra.engines.driver``
Executor::executeInstruction   ``antumbra.semantics``: blocks become Python functions
Executor::fork                 ``split`` in ``explorer.py``, called by ``antumbra.semantics.machine``
ExecutionState                 ``antumbra.semantics.state``
Searcher                       ``antumbra.search``
MergeHandler, MergingSearcher  ``meetings.py``, and ``antumbra.semantics.merging`` (Kuznetsov et al., PLDI 2012)
TimingSolver, solver chain     ``antumbra.solvers``, put together in ``antumbra.engines.chains``
StateTerminationType           ``Reason`` in ``antumbra.engines.outcome``
TestCase (.ktest)              ``antumbra.evidence.ktest``
=============================  ======================================================================================
"""
