// expect: not-safe
function P<a>(x: a): bool;
axiom !(forall<a> x: a :: P(x));
procedure main() { assume P(1); assert (exists x: int :: !P(x)); }
