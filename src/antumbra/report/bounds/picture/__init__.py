"""Pictures of a characterization: ``characterization.svg`` and ``characterization.html``.

==========================  =========================================================================================
what                        where
==========================  =========================================================================================
the two files               ``document.py``, ``page.py``
which pictures there are    ``figures.py``, ``pairs.py``
one input, two, many        ``number_line.py``, ``plane.py``, ``condition_tree.py``
what a part is              ``space.py`` with ``intervals.py`` and a solver; ``cells.py``, ``line.py``
where a picture is cut      ``borders.py``, ``scale.py``, ``ticks.py``, ``axis.py``
points, words, ink          ``points.py``, ``wording.py``, ``ink.py``
==========================  =========================================================================================
"""
