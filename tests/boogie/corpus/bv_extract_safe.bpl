// expect: safe
procedure main()
{
  var x: bv16;
  assume x[16:8] == 3bv8;
  assert x != 0bv16;
}
