// expect: safe
// Out of two loops at once.
procedure main(n: int)
{
  var i, j: int;
  i := 0;
  outer:
  while (true)
  {
    j := 0;
    while (j < 10)
    {
      if (i >= n)
      {
        break outer;
      }
      i := i + 1;
      j := j + 1;
    }
  }
  assert i >= n;
}
