// expect: safe
// What the inner loop takes the outer one has given.
procedure main(n: int)
{
  var i, credit, used: int;
  i := 0;
  credit := 0;
  used := 0;
  while (i < n)
  {
    credit := credit + 1;
    while (used < credit)
    {
      used := used + 1;
    }
    i := i + 1;
  }
  assert used == credit;
}
