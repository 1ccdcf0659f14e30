// expect: safe
procedure {:entrypoint} start() { assert true; }
procedure main() { assert false; }
