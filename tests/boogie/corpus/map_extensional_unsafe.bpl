// expect: unsafe
procedure main()
{
  var m, n: [bool]bool;
  assume m[true] == n[true] && m[false] == n[false];
  assert m[true] == m[false];
}
