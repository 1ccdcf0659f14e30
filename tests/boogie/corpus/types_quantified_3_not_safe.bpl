// expect: not-safe
function P<a>(x: a): bool;
procedure main() { assume P(1); assume (exists<a> x: a :: !P(x)); assert (exists x: int :: !P(x)); }
