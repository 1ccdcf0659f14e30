// expect: unsafe
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main() { var l: List; l := Cons(1, Nil()); assert l->head == 2; }
