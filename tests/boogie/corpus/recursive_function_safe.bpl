// expect: safe
function fib(n: int): int { if n < 2 then n else fib(n - 1) + fib(n - 2) }
procedure main() { assert fib(3) == 2; }
