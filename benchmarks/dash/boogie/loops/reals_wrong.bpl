// expect: unsafe
procedure main()
{
  var r: real;
  r := 0.0;
  while (*)
  {
    r := r + 0.5;
  }
  assert r != 1.5;
}
