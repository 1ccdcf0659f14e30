// expect: safe
// Whoever is let in was registered before.
var registered: [int]bool;
procedure register(user: int)
  modifies registered;
{
  registered[user] := true;
}
procedure main(user: int, other: int)
  modifies registered;
{
  registered[user] := false;
  call register(other);
  if (registered[user])
  {
    assert user == other;
  }
}
