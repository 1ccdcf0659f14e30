// expect: safe
// A free postcondition is taken for granted.
procedure read() returns (value: int);
  free ensures value >= 0 && value < 256;
procedure main()
{
  var a, b: int;
  call a := read();
  call b := read();
  assert a + b <= 510;
}
