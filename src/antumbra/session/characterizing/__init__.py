"""A characterization as a run: from a file to bounds that were checked, with tests that were replayed.

| file | what |
|---|---|
| ``options.py`` | what a user can say |
| ``run.py`` | the run: read → close in on what fails → check → explain → write |
| ``anytime.py`` | what limits, interrupts and errors of ours take of a run: one part, and nothing that is known |
| ``witnesses.py`` | for a piece of MUST an input that fails, replayed |
| ``checking.py`` | the second opinion: bounds checked by another solver, and by concrete runs |
"""
