// expect: safe
// An unknown value that an assumption bounds.
procedure main()
{
  var x, low, high: int;
  low := 0;
  high := 100;
  while (low < high)
  {
    havoc x;
    assume low <= x && x < high;
    if (*)
    {
      low := x + 1;
    }
    else
    {
      high := x;
    }
  }
  assert low == high;
}
