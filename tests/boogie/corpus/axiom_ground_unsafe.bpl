// expect: unsafe
const N: int;
axiom N == 10;
procedure main()
{
  var i: int;
  i := 0;
  while (i < N) { i := i + 1; }
  assert i == 9;
}
