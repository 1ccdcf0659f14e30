// expect: safe
function twice(x: int): int { x + x }
procedure main()
{
  var y: int;
  assert twice(y) == 2 * y;
}
