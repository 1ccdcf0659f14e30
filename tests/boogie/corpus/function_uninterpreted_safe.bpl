// expect: safe
function f(int): int;
procedure main()
{
  var x, y: int;
  assume x == y;
  assert f(x) == f(y);
}
