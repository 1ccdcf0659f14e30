// expect: not-safe
function f(int): int;
axiom (forall x: int :: f(x) > x);
procedure main() { assert f(3) > 5; }
