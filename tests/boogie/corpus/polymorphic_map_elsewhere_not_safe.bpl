// expect: not-safe
// equal at all integers, and maybe not elsewhere
procedure main(m: <a>[a]int, n: <a>[a]int)
{
  assume (forall x: int :: m[x] == n[x]);
  assert m == n;
}
