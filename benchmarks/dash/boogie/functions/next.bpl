// expect: safe
// A loop that follows a function of which an axiom says that it grows.
function next(x: int): int;
axiom (forall x: int :: {next(x)} next(x) > x);
procedure main()
{
  var x: int;
  x := 0;
  while (x < 10)
  {
    x := next(x);
  }
  assert x >= 10;
}
