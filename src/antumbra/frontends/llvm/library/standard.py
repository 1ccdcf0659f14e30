"""Functions of the C library (C11, POSIX), by name: a program that declares one means that one.

What such a function does is defined, also where there is no model of it: a result that the analysis made up is not a
result that the function can be relied upon to have.
"""

from __future__ import annotations

from typing import Final


def _with_suffixes(text: str) -> list[str]:
    """A function of <math.h> comes for each floating-point type."""
    return [f"{name}{suffix}" for name in text.split() for suffix in ("", "f", "l")]


_MATH = """
acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 exp10 expm1 frexp ilogb ldexp log log10
log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint
llrint round lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma roundeven
j0 j1 jn y0 y1 yn sincos gamma drem significand finite isinf isnan pow10 scalb
cabs carg cimag conj cproj creal cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog cpow
csqrt
"""

_OTHERS = """
feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround fesetround fegetenv feholdexcept
fesetenv feupdateenv lgamma_r
localeconv setlocale newlocale duplocale freelocale uselocale nl_langinfo strfmon strcoll_l strxfrm_l strptime
fprintf fscanf printf scanf snprintf sprintf sscanf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf asprintf
vasprintf dprintf vdprintf fgetc fgets fputc fputs getc getchar gets putc putchar puts ungetc fread fwrite fgetpos fseek
fsetpos ftell rewind clearerr feof ferror perror remove rename tmpfile tmpnam tempnam fclose fflush fopen freopen setbuf
setvbuf fdopen fileno fmemopen open_memstream popen pclose getline getdelim ctermid getw putw fseeko ftello
atof atoi atol atoll strtod strtof strtold strtol strtoll strtoul strtoull rand srand rand_r random srandom initstate
setstate drand48 erand48 lrand48 nrand48 mrand48 jrand48 srand48 seed48 lcong48 aligned_alloc calloc free malloc realloc
posix_memalign abort atexit at_quick_exit exit quick_exit getenv secure_getenv setenv unsetenv putenv system bsearch
qsort abs labs llabs div ldiv lldiv mblen mbtowc wctomb mbstowcs wcstombs mkstemp mkdtemp mktemp realpath a64l l64a
getsubopt grantpt unlockpt ptsname posix_openpt ecvt fcvt gcvt on_exit
memcpy memmove strcpy strncpy strcat strncat memcmp strcmp strcoll strncmp strxfrm memchr strchr strcspn strpbrk strrchr
strspn strstr strtok strtok_r memset strerror strerror_r strlen strnlen strdup strndup stpcpy stpncpy strsignal memccpy
strcasecmp strncasecmp ffs strlcpy strlcat strverscmp basename dirname strfry memfrob swab
clock difftime mktime time asctime asctime_r ctime ctime_r gmtime gmtime_r localtime localtime_r strftime tzset timegm
timelocal timespec_get clock_getres clock_gettime clock_settime clock_nanosleep nanosleep timer_create timer_delete
timer_gettime timer_settime timer_getoverrun gettimeofday settimeofday getitimer setitimer times utime utimes futimens
utimensat ftime stime adjtime
fwprintf fwscanf swprintf swscanf vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wprintf wscanf fgetwc fgetws
fputwc fputws fwide getwc getwchar putwc putwchar ungetwc wcstod wcstof wcstold wcstol wcstoll wcstoul wcstoull wcscpy
wcsncpy wmemcpy wmemmove wcscat wcsncat wcscmp wcscoll wcsncmp wcsxfrm wmemcmp wcschr wcscspn wcspbrk wcsrchr wcsspn
wcsstr wcstok wmemchr wcslen wcsnlen wmemset wcsftime btowc wctob mbsinit mbrlen mbrtowc wcrtomb mbsrtowcs wcsrtombs
wcsdup wcwidth wcswidth wcscasecmp wcsncasecmp iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint
iswpunct iswspace iswupper iswxdigit iswctype wctype towlower towupper towctrans wctrans mbrtoc16 c16rtomb mbrtoc32
c32rtomb isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
toascii tolower toupper
access alarm brk chdir chown chroot close confstr crypt daemon dup dup2 dup3 encrypt execl execle execlp execv execve
execvp faccessat fchdir fchown fchownat fdatasync fork fpathconf fsync ftruncate getcwd getdomainname getegid geteuid
getgid getgroups gethostid gethostname getlogin getlogin_r getopt getopt_long getpagesize getpass getpgid getpgrp getpid
getppid getsid getuid getwd isatty lchown link linkat lockf lseek nice pathconf pause pipe pipe2 pread pwrite read
readlink readlinkat rmdir sbrk setegid seteuid setgid setgroups sethostname setpgid setpgrp setregid setreuid setsid
setuid sleep symlink symlinkat sync sysconf tcgetpgrp tcsetpgrp truncate ttyname ttyname_r ualarm unlink unlinkat usleep
vfork write creat fcntl open openat posix_fadvise posix_fallocate ioctl
chmod fchmod fchmodat fstat fstatat lstat mkdir mkdirat mkfifo mkfifoat mknod mknodat stat umask statvfs fstatvfs statfs
fstatfs mmap mmap64 munmap mprotect msync mlock munlock mlockall munlockall madvise posix_madvise shm_open shm_unlink
mremap mincore memfd_create
closedir dirfd fdopendir opendir readdir readdir_r rewinddir scandir alphasort seekdir telldir ftw nftw glob globfree
fnmatch wordexp wordfree regcomp regexec regerror regfree
accept accept4 bind connect getpeername getsockname getsockopt listen recv recvfrom recvmsg send sendmsg sendto
setsockopt shutdown sockatmark socket socketpair getaddrinfo freeaddrinfo gai_strerror getnameinfo gethostbyname
gethostbyaddr getservbyname getservbyport getprotobyname getprotobynumber inet_addr inet_ntoa inet_ntop inet_pton
inet_aton htonl htons ntohl ntohs if_nametoindex if_indextoname herror hstrerror
poll ppoll select pselect epoll_create epoll_create1 epoll_ctl epoll_wait eventfd inotify_init inotify_add_watch
getrlimit setrlimit getrusage getpriority setpriority uname wait waitpid waitid wait3 wait4 ulimit getloadavg sysinfo
getpwnam getpwuid getpwnam_r getpwuid_r getpwent setpwent endpwent getgrnam getgrgid getgrnam_r getgrgid_r getgrent
setgrent endgrent getspnam getutxent
kill killpg raise signal sigaction sigaddset sigaltstack sigdelset sigemptyset sigfillset sighold sigignore siginterrupt
sigismember sigpause sigpending sigprocmask sigqueue sigrelse sigset sigsuspend sigtimedwait sigwait sigwaitinfo psignal
pthread_kill pthread_sigmask
pthread_attr_destroy pthread_attr_init pthread_attr_setdetachstate pthread_attr_setstacksize pthread_cond_broadcast
pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_equal pthread_getspecific pthread_key_create
pthread_key_delete pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_timedlock
pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_settype
pthread_once pthread_rwlock_destroy pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_unlock
pthread_rwlock_wrlock pthread_self pthread_setspecific pthread_spin_init pthread_spin_lock pthread_spin_unlock
pthread_setname_np sched_yield sched_getcpu sem_close sem_destroy sem_getvalue sem_init sem_open sem_post sem_timedwait
sem_trywait sem_unlink sem_wait mtx_init mtx_lock mtx_unlock mtx_trylock mtx_destroy call_once tss_create tss_get
tss_set
tcgetattr tcsetattr tcdrain tcflow tcflush tcsendbreak cfgetispeed cfgetospeed cfsetispeed cfsetospeed cfmakeraw openpty
hcreate hdestroy hsearch insque remque lfind lsearch tdelete tfind tsearch twalk iconv iconv_open iconv_close catopen
catgets catclose gettext ngettext dgettext bindtextdomain textdomain openlog syslog closelog setlogmask vsyslog
dlopen dlsym dlclose dlerror dladdr msgget msgsnd msgrcv msgctl semget semop semctl shmget shmat shmdt shmctl ftok
mq_open mq_close mq_send mq_receive aio_read aio_write aio_error aio_return getauxval getentropy getrandom arc4random
err errx warn warnx verr vwarn error backtrace backtrace_symbols mallinfo mallopt malloc_usable_size malloc_trim
bcmp bcopy bzero cfree clearenv flockfile funlockfile imaxabs imaxdiv memalign memmem mempcpy memrchr pvalloc rawmemchr
reallocarray index rindex setlinebuf strcasestr strchrnul strsep strtoimax strtoq strtoumax strtouq valloc ffsl ffsll
stdin stdout stderr optarg opterr optind optopt environ timezone daylight tzname signgam
program_invocation_name program_invocation_short_name
"""

_NAMES: Final = frozenset((*_with_suffixes(_MATH), *_OTHERS.split()))
#: how glibc calls its functions behind headers and macros: __sin_finite, __isoc99_scanf, __printf_chk, stat64
_PREFIXES: Final = ("__isoc99_", "__isoc23_", "__xpg_", "__", "")
_SUFFIXES: Final = ("_chk", "_finite", "_unlocked", "64", "")


def is_standard(name: str) -> bool:
    """Whether the C library has a function or variable of that name."""
    return any(
        name.startswith(prefix) and name.endswith(suffix) and name[len(prefix) : len(name) - len(suffix)] in _NAMES
        for prefix in _PREFIXES
        for suffix in _SUFFIXES
    )
