// expect: safe
datatype Pair { Pair(a: int, b: bool) }
procedure main(p: Pair)
{
  var x: int; var y: bool;
  Pair(x, y) := p;
  assert Pair(x, y) == p;
}
