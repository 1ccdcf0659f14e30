"""A characterization as a run: from a file to bounds that were checked, with tests that were replayed.

| file | what |
|---|---|
| ``options.py`` | what a user can say |
| ``run.py`` | the run: read → close in on what fails → check → explain → write |
| ``witnesses.py`` | for a piece of MUST an input that fails, replayed |
| ``checking.py`` | the second opinion: bounds checked by another solver, and by concrete runs |
"""
