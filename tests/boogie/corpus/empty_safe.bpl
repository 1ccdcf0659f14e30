// expect: safe
procedure main() { }
