// expect: unsafe
var g: int;
procedure two() returns (r: int)
{ r := 2; }
procedure main()
  modifies g;
{
  call g := two();
  assert g == 3;
}
