// expect: safe
var g: int;
procedure set(a: int)
  modifies g;
{ g := a; }
procedure main()
  modifies g;
{
  call set(7);
  assert g == 7;
}
