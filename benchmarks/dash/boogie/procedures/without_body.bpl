// expect: safe
// Of a procedure without a body only its contract is known.
var lock: int;
procedure acquire();
  requires lock == 0;
  modifies lock;
  ensures lock == 1;
procedure release();
  requires lock == 1;
  modifies lock;
  ensures lock == 0;
procedure main()
  modifies lock;
{
  lock := 0;
  while (*)
  {
    call acquire();
    call release();
  }
  assert lock == 0;
}
