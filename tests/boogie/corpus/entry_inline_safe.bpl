// expect: safe
// A procedure that is inlined is checked where it is called, not for all arguments.
procedure {:inline 1} positive(x: int)
{
  assert x > 0;
}

procedure {:verify false} never(x: int)
{
  assert x > 0;
}

procedure caller()
{
  call positive(3);
}
