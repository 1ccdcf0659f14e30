"""Proofs as values, and their independent check.

What an engine proved is checked here from the program form alone: this package knows terms, solvers and programs, no
engine and nothing of how engines execute. A checker answers confirmed, refuted or unchecked; refuted is our own error.
The check itself is in ``proofs.check``, which most runs load late or not at all.

=============================================  =========================================================
a proof as a value, what is asked, the answer  ``certificate``, ``question``, ``answer``
the check, and claims of its own               ``check``, ``claims.candidates``
the walk over the program, and its order       ``walker``, ``order``
a state, two made one                          ``state``, ``joining``
what holds in a state, asked of solvers        ``asking``, ``claims.holding``
loops, recursion, what they change             ``claims``: ``loops``, ``recursion``, ``places``
where the past can be forgotten                ``claims.joins``
region graphs                                  ``regions``; ``claims``: ``regions``, ``following``, ``summaries``
programs that call no error function           ``claims.enclosure``
all states in which a program asks             ``claims.states``
where objects lie, what an address points to   ``memory``: ``world``, ``relocation``, ``addresses``
memory: commands, bytes of objects, leaks      ``memory``: ``accesses``, ``contents``, ``leaks``
operations that terms cannot express           ``memory.effects``
how a walk can end early                       ``ends``
=============================================  =========================================================
"""

# pyright: reportUnusedImport=false

from antumbra.proofs.answer import Answer, Confirmed, Given, Refuted, Unchecked, Witness
from antumbra.proofs.certificate import (
    Cell,
    Certificate,
    Contract,
    Enclosure,
    JoinClaim,
    Local,
    LoopClaim,
    at_entry,
    result,
)
from antumbra.proofs.question import Budget, Question
