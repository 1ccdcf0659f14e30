// expect: unsafe
// A free postcondition says nothing of the upper end.
procedure read() returns (value: int);
  free ensures value >= 0;
procedure main()
{
  var a, b: int;
  call a := read();
  call b := read();
  assert a + b <= 510;
}
