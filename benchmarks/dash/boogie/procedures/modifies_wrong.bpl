// expect: unsafe
var balance: int;
procedure withdraw(amount: int)
  modifies balance;
{
  balance := balance - amount;
}
procedure main()
  modifies balance;
{
  balance := 0;
  while (*)
  {
    balance := balance + 10;
    call withdraw(15);
  }
  assert balance >= -20;
}
