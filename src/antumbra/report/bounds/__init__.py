"""The forms of a characterization: text, JSON, bounds as SMT-LIB and C, comparisons, pictures."""
