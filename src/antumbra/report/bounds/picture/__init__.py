"""Pictures of a characterization: ``characterization.svg`` and ``characterization.html``.

==========================  =========================================================================================
what                        where
==========================  =========================================================================================
the two files               ``document.py``, ``page.py``
which pictures there are    ``figures.py``, ``pairs.py``
one input, two, many        ``charts``: ``number_line.py``, ``plane.py``, ``condition_tree.py`` with ``conditions.py``
what a part is              ``parts``: ``space.py`` with ``intervals.py`` and a solver; ``cells.py``, ``line.py``
where a picture is cut      ``parts``: ``borders.py``, ``axis.py``; ``charts``: ``scale.py``, ``ticks.py``
points, words, ink          ``points.py``, ``wording.py``, ``ink.py``
==========================  =========================================================================================
"""
