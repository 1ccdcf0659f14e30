// expect: safe
axiom {:group "g"} 1 + 1 == 2;
procedure main() { }
