// expect: safe
// names that a translator might make up
var g: int;
procedure five() returns (r: int)
{
  r := 5;
}
procedure pick#1()
{
  assume false;
}
procedure pick();
  modifies g;
implementation pick() { g := 1; }
implementation pick() { g := 2; }
procedure main(n: int)
  modifies g;
{
  var #1, rounds0, #rounds0: int;
  #1 := 3;
  call g := five();
  assert #1 == 3 && g == 5;
  goto #exit, #head1;
 #exit:
  call pick();
  assert g == 1 || g == 2;
  return;
 #head1:
  #rounds0 := 0;
  while (#rounds0 < 3)
  {
    #rounds0 := #rounds0 + 1;
  }
  assert #rounds0 == 3;
}
