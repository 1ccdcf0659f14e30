// expect: safe
// Cells before the first are never touched.
procedure main(n: int)
{
  var m: [int]int;
  var i: int;
  m[0] := 5;
  i := 1;
  while (i < n)
  {
    m[i] := 0;
    i := i + 1;
  }
  assert m[0] == 5;
}
