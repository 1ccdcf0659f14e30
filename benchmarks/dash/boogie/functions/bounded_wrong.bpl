// expect: unsafe
// The axiom speaks of small numbers only.
function size(x: int): int;
axiom (forall x: int :: {size(x)} x < 4 ==> size(x) < 8);
procedure main(n: int)
{
  assume n < 5;
  if (size(n) > 5)
  {
    assert size(n) < 8;
  }
}
