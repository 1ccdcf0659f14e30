// expect: unsafe
procedure main()
{
  var x, low, high: int;
  low := 0;
  high := 100;
  while (low < high)
  {
    havoc x;
    assume low <= x && x <= high;
    low := x + 1;
  }
  assert low == high;
}
