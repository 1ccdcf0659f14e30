// expect: safe
// A real that grows by halves is never negative.
procedure main()
{
  var r: real;
  var i: int;
  r := 0.0;
  i := 0;
  while (*)
  {
    r := r + 0.5;
    i := i + 1;
  }
  assert r >= 0.0 && i >= 0;
}
