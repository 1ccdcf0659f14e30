// expect: unsafe
function f(int): int;
axiom (forall x: int :: { f(x) } 0 <= x && x < 4 ==> f(x) == x);
procedure main(a: int)
{
  assume 0 <= a && a < 5;
  assert f(a) == a;
}
