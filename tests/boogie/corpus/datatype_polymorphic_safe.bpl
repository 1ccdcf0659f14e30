// expect: safe
datatype Option<T> { None(), Some(value: T) }
datatype Pair<A, B> { Pair(first: A, second: B) }
procedure main(p: Pair (Option int) bool, q: Option bool)
{
  var r: Pair (Option int) bool;
  r := Pair(Some(3), true);
  r->first := p->first;
  assert r == Pair(p->first, true);
  assert q is Some || q == None();
}
