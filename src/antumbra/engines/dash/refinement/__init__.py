"""Which predicate splits a region: refine_pred."""
