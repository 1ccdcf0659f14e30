// expect: safe
// Too many rounds to follow one by one.
procedure main()
{
  var i, j: int;
  i := 0;
  j := 0;
  while (i < 100000)
  {
    i := i + 1;
    if (i > 50000)
    {
      j := j + 1;
    }
  }
  assert i == 100000;
}
