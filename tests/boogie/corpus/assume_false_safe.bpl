// expect: safe
procedure main() { assume false; assert false; }
