"""One picture: of one input, of two, or of the conditions on many."""
