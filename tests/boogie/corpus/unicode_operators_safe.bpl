// expect: safe
procedure main(x: int) { assert x ≤ 3 ∨ x ≥ 3; assert ¬(x ≠ x); }
