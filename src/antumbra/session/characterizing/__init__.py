"""A characterization as a run: from a file to bounds that were checked, with tests that were replayed.

| file | what |
|---|---|
| ``options.py`` | what a user can say |
| ``run.py`` | the run: read → close in on what fails → check → explain → write |
| ``anytime.py`` | what limits, interrupts and errors of ours take of a run: one part, and nothing that is known |
| ``searching.py`` | the strategy with its engines and its provers |
| ``replaying.py`` | failing executions, run again |
| ``checking.py`` | the second opinion: bounds checked by another solver |
| ``runs_net.py`` | the last net: bounds compared with concrete runs |
| ``explaining.py`` | clauses with tests, neighbours at the border, counts, the comparison with an earlier run |
| ``witnesses.py`` | for a piece of MUST an input that fails |
| ``files.py`` | what is written: bounds, pictures |
| ``timing.py`` | how the time of a run is divided |
"""
