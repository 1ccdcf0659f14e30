// expect: safe
// The inner loop begins anew in each round of the outer one.
procedure main(n: int, m: int)
{
  var i, j: int;
  i := 0;
  j := 0;
  while (i < n)
  {
    j := 0;
    while (j < m)
    {
      j := j + 1;
    }
    i := i + 1;
  }
  assert i <= 0 || m < 0 || j == m;
}
