// expect: unsafe
procedure main(n: int)
{
  var m: [int]int;
  var i: int;
  m[0] := 5;
  i := n;
  while (i < n + 3)
  {
    m[i] := 0;
    i := i + 1;
  }
  assert m[0] == 5;
}
