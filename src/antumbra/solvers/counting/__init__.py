"""How many values of given variables satisfy a condition.

``counter.py``: the question. First by decision diagrams (``diagrams.py``, of terms: ``circuits.py``), which are small
for sums and comparisons; then by Ganak (``ganak.py``), on clauses that Z3 makes (``clauses.py``). ``comparing.py``
looks whether a translation says what its term says. What can be counted without any of them is counted above
(``antumbra.bounds.counting``).
"""
