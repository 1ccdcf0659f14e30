// expect: safe
// Declared here, implemented there.
var total: int;
procedure add(x: int);
  modifies total;
implementation add(x: int)
{
  if (x > 0)
  {
    total := total + x;
  }
}
procedure main(x: int, y: int)
  modifies total;
{
  total := 0;
  call add(x);
  call add(y);
  assert total >= x && total >= y;
}
