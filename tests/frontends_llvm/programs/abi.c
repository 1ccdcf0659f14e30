// What depends on the calling convention and the layout of a target: compared for x86-64 and i386.
#include <stdarg.h>
typedef unsigned long u64; typedef unsigned int u32;
struct s1 { char a; }; struct s3 { char a,b,c; }; struct big { int a[7]; }; struct df { double d; float f; }; struct ld { long double x; char c; };
static struct s1 f1(struct s1 x){ x.a++; return x; } static struct s3 f3(struct s3 x){ x.b+=x.a; return x; }
static struct df fd(struct df x){ x.d+=x.f; return x; } static struct ld fl(struct ld x){ x.x+=x.c; return x; }
u64 test_small_structures(void){ struct s1 a={3}; struct s3 b={1,2,3}; struct df d={1.5,2.25f}; struct ld l={2.5L,7}; a=f1(a); b=f3(b); d=fd(d); l=fl(l); return a.a+b.b*100+(u64)(d.d*100)*1000+(u64)(l.x*10)*1000000; }
static u64 v(int n,...){ va_list l; va_start(l,n); u64 h=0; struct s3 s=va_arg(l,struct s3); h=s.a+s.b*10+s.c*100; struct ld q=va_arg(l,struct ld); h=h*1000+(u64)(q.x*2)+q.c; struct df d=va_arg(l,struct df); h=h*100+(u64)(d.d+d.f); long long x=va_arg(l,long long); h+=x; struct big b=va_arg(l,struct big); h+=b.a[0]+b.a[6]; struct s1 e=va_arg(l,struct s1); h+=e.a*1000; h+=va_arg(l,int); va_end(l); return h;}
u64 test_structures_as_variable_arguments(void){ struct s3 b={1,2,3}; struct df d={1.5,2.25f}; struct ld l={2.5L,7}; struct big g={{1,2,3,4,5,6,7}}; struct s1 e={9}; return v(0,b,l,d,123456789012LL,g,e,77); }
static u64 ap(va_list *l){ return va_arg(*l,int); }
static u64 w(int n,...){ va_list l; va_start(l,n); u64 h=ap(&l)*10; h+=ap(&l); h=h*100+va_arg(l,double); va_end(l); return h; }
static u64 vw(int n, va_list l){ u64 h=0; while(n--) h=h*10+va_arg(l,int); return h; }
static u64 wv(int n,...){ va_list l; va_start(l,n); u64 h=vw(n,l); va_end(l); return h; }
u64 test_lists_passed_on(void){ u64 (*f)(int,...)=wv; return w(0,4,5,6.5)+wv(4,1,2,3,4)*1000+f(2,8,9); }
u64 test_computed_goto(void){ static void *t[]={&&a,&&b}; u64 h=0; goto *t[1]; a: h+=1; return h; b: h+=10; return h; }
union un { int i[3]; char c; }; static union un fu(union un u){ u.c++; return u; }
u64 test_union_by_value(void){ union un u={{5,6,7}}; u=fu(u); return u.i[0]+u.i[1]*10+u.i[2]*100; }
_Complex double cd;
u64 test_complex(void){ cd = 1.5 + 2.0i; _Complex double e = cd + 1.0; return (u64)(__real__ e*10 + __imag__ e*100); }
u64 test_alloca_in_loop(void){ u64 h=0; for(int i=0;i<3;i++){ int x[i+1]; x[i]=i; int *p=__builtin_alloca(8); p[1]=x[i]; h=h*10+p[1]; } return h; }
struct flex { int n; int v[]; }; static struct flex fx={3,{1,2,3}};
u64 test_flexible_array(void){ u64 h=0; for(int i=0;i<fx.n;i++) h=h*10+fx.v[i]; return h; }
u64 test_statement_expression(void){ int x=5; { int x=6; x++; } int a=({int y=x*2; y+1;}); return a; }
enum e {A=-1,B=5};
u64 test_enumeration(void){ enum e x=A; return (x<0)+(B>x)*2; }
int g1=5, *gp=&g1, **gpp=&gp;
u64 test_pointers_to_globals(void){ **gpp=9; return g1+(*gp==9); }
static int arr[3]={1,2,3}; static int *end=&arr[3], *const mid=&arr[1]; static long diff=(long)sizeof(arr);
u64 test_address_constants(void){ return (end-mid)*10+*mid+diff; }
__thread int tls=4;
u64 test_thread_local(void){ tls+=3; return tls; }
const char msg[]="abc\0def\"\\\x80";
u64 test_string_bytes(void){ u64 h=0; for(unsigned i=0;i<sizeof msg;i++) h=h*31+(unsigned char)msg[i]; return h; }
static inline int sq(int x){return x*x;}
u64 test_inline_function(void){ int (*f[2])(int)={sq,sq}; return f[1](7)+(f[0]==f[1]); }
u64 test_volatile(void){ volatile int v=3; v+=2; volatile int *p=&v; *p*=2; return v; }
u64 test_bool_array(void){ _Bool b[4]={1,0,1}; _Bool *p=b; p[1]=p[0]; u64 h=0; for(int i=0;i<4;i++) h=h*2+b[i]; return h; }
u64 test_wide_bit_fields(void){ struct {int a:3; unsigned b:1; long long c:40;} x={-2,1,-5}; x.c*=3; return x.a*100+x.b*10+x.c; }
u64 test_float_array(void){ float f[3]={1,2,3}; double d=0; for(int i=0;i<3;i++) d+=f[i]*0.5; return (u64)(d*1000); }
u64 test_mixed_signs(void){ long long a=-5; unsigned long long b=3; return (u64)(a*b)+(a<(long long)b)+((unsigned)a>b)+(a>>1)+(u64)(a/2)+(u64)(b%2); }
