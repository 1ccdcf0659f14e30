// expect: unsafe
// The way out of the loop is not guarded.
procedure main(n: int)
{
  var i: int;
  start:
    i := 0;
    goto head;
  head:
    goto body, done;
  body:
    assume i < n;
    i := i + 1;
    goto head;
  done:
    assert n < 0 || i == n;
    return;
}
