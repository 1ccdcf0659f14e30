// expect: safe
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main() { var l: List; l := Cons(1, Cons(2, Nil())); assert l->head == 1; assert l->tail->head == 2; assert l is Cons; assert !(l is Nil); }
