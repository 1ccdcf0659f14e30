// expect: safe
function size(x: int): int;
axiom (forall x: int :: {size(x)} 0 <= size(x) && size(x) < 8);
procedure main(n: int)
{
  var total: int;
  total := 0;
  if (size(n) > 5)
  {
    total := total + size(n);
  }
  total := total + size(n + 1);
  assert total <= 14;
}
