// expect: safe
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(n: int)
  requires 0 <= n && n <= 4;
{
  var l: List; var i: int;
  l := Nil();
  i := 0;
  while (i < n) { l := Cons(i, l); i := i + 1; }
  while (l is Cons) { i := i - 1; assert l->head == i; l := l->tail; }
  assert i == 0;
}
