// expect: safe
// Two procedures that call each other.
procedure even(n: int) returns (answer: bool)
{
  if (n == 0)
  {
    answer := true;
  }
  else
  {
    call answer := odd(n - 1);
  }
}
procedure odd(n: int) returns (answer: bool)
{
  if (n == 0)
  {
    answer := false;
  }
  else
  {
    call answer := even(n - 1);
  }
}
procedure main()
{
  var answer: bool;
  call answer := even(7);
  assert !answer;
}
