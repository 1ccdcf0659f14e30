// expect: safe
// The cell behind the counter holds what the last round has put there.
procedure main(n: int)
{
  var m: [int]int;
  var i: int;
  i := 0;
  m[0] := 0;
  while (i < n)
  {
    i := i + 1;
    m[i] := i;
  }
  assert m[i] == i;
}
