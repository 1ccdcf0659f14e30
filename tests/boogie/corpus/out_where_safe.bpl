// expect: safe
procedure p() returns (r: int where r > 9);
procedure main()
{
  var x: int;
  call x := p();
  assert x > 8;
}
