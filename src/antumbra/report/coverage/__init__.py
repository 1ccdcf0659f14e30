"""What a run covered and what it cost, by file, function and line.

``values.py``     coverage as values, sums, parts of it
``text.py``       for people
``page.py``       one page with the source
``lcov.py``       a tracefile
``callgrind.py``  costs by line, for KCachegrind
"""
