// expect: safe
// As many returns as calls.
var depth: int;
procedure down(n: int)
  modifies depth;
{
  if (n > 0)
  {
    depth := depth + 1;
    call down(n - 1);
    depth := depth - 1;
  }
}
procedure main(n: int)
  modifies depth;
{
  depth := 0;
  call down(n);
  assert depth == 0;
}
