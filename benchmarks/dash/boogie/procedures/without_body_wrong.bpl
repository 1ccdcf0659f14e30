// expect: unsafe
// What the contract does not say of a global variable is lost.
var lock, users: int;
procedure acquire();
  modifies lock, users;
  ensures lock == 1;
procedure main()
  modifies lock, users;
{
  lock := 0;
  users := 0;
  call acquire();
  assert users <= 1;
}
