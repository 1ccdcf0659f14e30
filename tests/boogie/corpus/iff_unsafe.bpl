// expect: unsafe
procedure main(a: bool, b: bool)
{
  assert a <==> !b;
}
