"""Pages that a browser shows: of one run, and of a suite of runs. One HTML file each, without outside references.

| file | what it does |
|---|---|
| recording | what a page needs of a run besides its result, as values in the output folder (``run.json``) |
| reading | an output folder, finished or not, as one object of values |
| restoring | the result in such a folder as our own values again, for SARIF of several runs |
| html | such an object, and the fixed texts of ``assets``, as a page |
| serving | the same by HTTP while a run goes on, for this machine only |
| suites | results of a suite (JSON lines) as such an object, compared with earlier ones |

Everything that comes from an analysed program is data for the page's script, which makes nothing but text of it; the
page's policy lets no other script run and loads nothing.
"""
