"""Many tasks in one run, each a process of its own: ``antumbra suite``.

======================  ================================================================================================
``tasks.py``            a task: a program, what is asked of it, what is expected
``expected.py``         expected verdicts that programs state themselves: a comment, or the old SV-COMP's file names
``collecting.py``       files, folders, patterns, ``.set`` files and SV-COMP's ``.yml`` become tasks
``procedures.py``       a Boogie file becomes a task for each procedure
``child.py``            a task's process: its limits, and its sure end
``running.py``          so many of them at a time
``cluster.py``          tasks on the workers of a cluster
``portfolio.py``        one task by several engines at once
``judging.py``          BenchExec's categories and SV-COMP's scores
``results.py``          rows as JSON lines that survive a killed run
``table.py``            rows as text and Markdown
``comparing.py``        two runs
``exchange.py``         rows as BenchExec's and JUnit's XML
======================  ================================================================================================
"""
