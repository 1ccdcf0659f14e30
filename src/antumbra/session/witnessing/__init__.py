"""Witnesses of results, and results of witnesses.

| file | |
|---|---|
| ``making.py`` | the witness of a result: failing inputs and the place, or what holds at loops |
| ``telling.py`` | properties as SV-COMP spells them |
| ``validating.py`` | ``antumbra validate``: a witness is confirmed, refuted, or neither |
| ``fitting.py`` | is it about this program and this property at all? |
| ``claims.py`` | what a correctness witness says, put into the program as checks |
| ``extracting.py`` | those checks as claims for the checker of proofs |
| ``expanding.py`` | what macros make of all this: nothing that changes or calls anything |
| ``following.py`` | what a violation witness says, put into the program as an automaton that executions have to pass |
"""
