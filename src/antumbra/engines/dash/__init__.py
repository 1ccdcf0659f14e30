"""DASH: tests and proofs together (Beckman, Nori, Rajamani, Simmons, Tetali, Thakur: Proofs from tests, TSE 2010).

Built after the study of it by Føns and Hougaard (Aarhus 2014), whose names it has. A region graph is an
over-approximation that refinement splits; tests are an under-approximation that shows which regions are reached. Where
an abstract path to an error leaves what tests have reached (the frontier), either a test crosses it, or the region in
front of it is split so that no abstract path crosses it there.

============================================  =========================================================================
the thesis                                    here
============================================  =========================================================================
DashLoop                                      ``loop.Analysis``; on the whole program ``whole_program.WholeProgram``
region graph, region, state                   ``regions.graph``, ``states``
FindAbstractErrorPath                         ``regions.search.ErrorPaths.find_abstract_error_path``
ConvertToRegionTraceWithAbstractFrontier      ``regions.search.Frontier``; the trace is that of the state that is picked
ExtendFrontier                                ``loop.Analysis._extend_frontier``; calls ``_call``
ExecuteSymbolic, ...SubProcedure              ``states.execute_symbolic``: one chain of states, through calls
IsSAT                                         ``loop.Analysis._is_sat``: the solver chain
RefinePred, WP, loop optimisation             ``refinement.refine_pred``; interpolants ``refinement.interpolants``
RefineGraph                                   ``loop.Analysis._refine_graph``, ``regions.graph.RegionGraph.split``
RunTest                                       ``testing.Tests.run_test``; long tests as machine code ``native``
input constraint, exit constraint, renaming   ``questions.goal_of``; a callee begins in its caller's symbolic state
ComputeRefinePred, InitialRefines             ``questions.refinements``, ``for_caller``
the figures                                   ``pictures``, told by ``events``
the program, pointers                         ``systems`` (places and edges), on ``antumbra.engines.memoryless``
============================================  =========================================================================

Ours: a graph answers a question (a procedure and a goal at its exit) for every call (``questions``); must-summaries
(``ways``); composed edges (``systems.composing``); evidence from a run of the program itself (``evidence``); proofs
(``certificate``, ``words``).
"""
