// expect: unsafe
// that some execution returns true says nothing about the others
procedure main(x: int)
{
  assume |{ var b: bool; A: return b || x > 0; }|;
  assert x > 0;
}
