// expect: safe
// A loop that is built of jumps.
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
    assume i >= n;
    assert n < 0 || i == n;
    return;
}
