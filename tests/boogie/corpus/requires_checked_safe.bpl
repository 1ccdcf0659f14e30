// expect: safe
procedure p(a: int)
  requires a > 0;
{ }
procedure main(x: int)
{
  assume x == 1;
  call p(x);
}
