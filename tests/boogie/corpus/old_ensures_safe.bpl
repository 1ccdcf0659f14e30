// expect: safe
var g: int;
procedure main()
  modifies g;
  ensures g == old(g) + 2;
{ g := g + 2; }
