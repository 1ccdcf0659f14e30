"""The independent check of a proof, which uses nothing of how the proof was found."""
