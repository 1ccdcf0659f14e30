// expect: safe
procedure main(m: <a>[a]a, x: int, b: bool)
{
  var n: <a>[a]a;
  n := m;
  n[x] := x + 1;
  n[b] := !b;
  assert n[x] == x + 1 && n[b] == !b;
  assert n[x + 1] == m[x + 1];
}
