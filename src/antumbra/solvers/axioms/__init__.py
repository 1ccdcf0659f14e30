"""Programs with quantified axioms: queries without most of them, and models of those that matter."""
