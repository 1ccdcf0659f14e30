"""Dynamic symbolic execution without pruning: KLEE's job."""
