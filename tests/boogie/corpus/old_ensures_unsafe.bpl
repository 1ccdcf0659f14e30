// expect: unsafe
var g: int;
procedure main()
  modifies g;
  ensures g == old(g);
{ g := g + 2; }
