// expect: safe
procedure p() returns (r: int);
implementation p() returns (r: int) { r := 1; }
implementation p() returns (r: int) { r := 2; }
procedure main()
{
  var x: int;
  call x := p();
  assert x == 1 || x == 2;
}
