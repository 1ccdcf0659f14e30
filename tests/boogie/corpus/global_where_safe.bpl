// expect: safe
var g: int where g >= 0;
procedure main()
  modifies g;
{
  havoc g;
  assert g > -1;
}
