// expect: safe
// A condition on a variable that every havoc keeps.
procedure main()
{
  var x: int where x >= 1;
  var s: int;
  s := 0;
  while (s < 50)
  {
    havoc x;
    s := s + x;
  }
  assert s >= 50;
}
