// expect: safe
procedure main()
{
  var m: [bv2]bv8;
  m[0bv2] := 7bv8; m[3bv2] := 8bv8;
  assert m[0bv2] == 7bv8;
}
