// expect: not-safe
function P<a>(x: a): bool;
axiom (forall x: int :: P(x));
procedure main() { assert (forall<a> x: a :: P(x)); }
