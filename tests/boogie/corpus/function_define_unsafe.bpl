// expect: unsafe
function {:define} inc(x: int): int { x + 1 }
procedure main()
{
  var y: int;
  assert inc(y) == 1;
}
