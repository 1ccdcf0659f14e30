// expect: unsafe
// The body does not do what is ensured of negative numbers.
procedure absolute(x: int) returns (y: int)
  ensures y >= 0;
{
  y := x;
  if (x < -10)
  {
    y := 0 - x;
  }
}
procedure main(n: int)
{
  var a: int;
  call a := absolute(n);
}
