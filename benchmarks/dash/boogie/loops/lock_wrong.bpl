// expect: unsafe
// The number of a request is not raised with the lock.
procedure main()
{
  var held: bool;
  var last, next: int;
  held := false;
  next := 0;
  last := 0 - 1;
  while (next != last)
  {
    held := true;
    last := next;
    if (*)
    {
      next := next + 1;
    }
  }
  assert !held;
}
