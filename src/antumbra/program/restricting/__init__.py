"""Programs with fewer executions.

``assuming.py``: those whose inputs satisfy a condition; ``bounds.py``: those with few rounds of loops; ``reading.py``:
those that read few inputs.
"""
