// expect: unsafe
procedure main()
{
  var m: [int]int;
  m[1] := 1; havoc m;
  assert m[1] == 1;
}
