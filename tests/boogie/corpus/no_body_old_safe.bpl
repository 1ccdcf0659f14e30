// expect: safe
var g: int;
procedure p();
  modifies g;
  ensures g == old(g) + 1;
procedure main()
  modifies g;
{
  g := 4;
  call p(); call p();
  assert g == 6;
}
