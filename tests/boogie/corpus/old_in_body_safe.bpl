// expect: safe
var g: int;
procedure main()
  modifies g;
{
  g := g + 1; g := g + 1;
  assert g == old(g) + 2;
}
