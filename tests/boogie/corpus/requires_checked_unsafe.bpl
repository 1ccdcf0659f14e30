// expect: unsafe
procedure p(a: int)
  requires a > 0;
{ }
procedure main(x: int)
{
  assume x >= 0;
  call p(x);
}
