// expect: safe
procedure main() { goto a; b: assert false; a: return; }
