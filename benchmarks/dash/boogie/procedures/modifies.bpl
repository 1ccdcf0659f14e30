// expect: safe
// Two procedures that write a global variable.
var balance: int;
procedure deposit(amount: int)
  requires amount >= 0;
  modifies balance;
  ensures balance == old(balance) + amount;
{
  balance := balance + amount;
}
procedure withdraw(amount: int)
  requires amount >= 0 && amount <= balance;
  modifies balance;
  ensures balance == old(balance) - amount;
{
  balance := balance - amount;
}
procedure main()
  modifies balance;
{
  balance := 0;
  while (*)
  {
    call deposit(10);
    if (balance >= 20)
    {
      call withdraw(15);
    }
  }
  assert balance >= 0;
}
