// expect: unsafe
procedure {:inline 1} positive(x: int);
implementation {:inline 1} positive(x: int)
{
  assert x > 0;
}

procedure caller(y: int)
{
  call positive(y);
}
