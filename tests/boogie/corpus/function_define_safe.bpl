// expect: safe
function {:define} inc(x: int): int { x + 1 }
procedure main()
{
  var y: int;
  assert inc(inc(y)) == y + 2;
}
