// expect: unsafe
function pick<T>(a: T, b: T): T;
axiom true;
procedure main()
{
  var x: int;
  x := pick(1, 2);
  assert x == 1;
}
