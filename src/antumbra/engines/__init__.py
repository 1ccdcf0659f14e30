"""The engines. They do not know each other; each is a step machine (``contract``) in a folder of its own.

==================  ==================================================================================================
``registry.py``     every engine by its name, and what others need to know of it: adding one is a folder and an entry
``contract.py``     what an engine is: Engine, and what it says where it has nothing special to say
``outcome.py``      what it hands on: PathEnd and Reason, Cut, Statistics
``options.py``      options, each declared once, as a field beside its engine
``driver.py``       the loop of those that execute programs: one step after the other, in turns
``effort.py``       steps: what turns and limits are counted in, the same on every machine
``limits.py``       time, memory, interruption, and who holds the garbage collector
``recording.py``    from what the machine tells to PathEnd, with ``inputs.py`` and ``decisive.py``
``targets.py``      places to reach; ``coverage.py``: what was reached
``chains.py``       the solver chain of a run
==================  ==================================================================================================
"""
