// expect: safe
// A lock is taken and given back in turn; a request is served while it is held.
procedure main()
{
  var held: bool;
  var last, next: int;
  held := false;
  next := 0;
  last := 0 - 1;
  while (next != last)
  {
    assert !held;
    held := true;
    last := next;
    if (*)
    {
      held := false;
      next := next + 1;
    }
  }
  assert held;
}
