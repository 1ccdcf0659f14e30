// expect: unsafe
procedure p() returns (b: int)
  free ensures b == 3;
{ }
procedure main()
{
  var x: int;
  call x := p();
  assert x == 4;
}
