// expect: safe
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(a: int) { assert Nil() != Cons(a, Nil()); }
