// expect: unsafe
// Nothing is said of the function.
function f(x: int): int;
procedure main(n: int)
{
  var y: int;
  y := f(n);
  if (y > 3)
  {
    assert f(n) != 7;
  }
}
