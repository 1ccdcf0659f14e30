// expect: safe
// A function of which an axiom says that it grows.
function f(x: int): int;
axiom (forall x: int :: {f(x)} f(x) > x);
procedure main(n: int)
{
  assert f(n) > n && f(f(n)) > n + 1;
}
