/* What a process believes the time to be: the real one, moved by as many seconds as the first long of the file says that
   ACORD_WALLCLOCK names. cc -shared -fPIC -o wallclock.so wallclock.c -ldl; LD_PRELOAD=wallclock.so */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static long moved(void) {
  static volatile long *seconds;
  if (!seconds) {
    const char *name = getenv("ACORD_WALLCLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *found = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    static long none;
    seconds = found == MAP_FAILED ? &none : found;
  }
  return *seconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int failed = real(clock, time);
  if (!failed && clock == CLOCK_REALTIME) time->tv_sec += moved();
  return failed;
}

int gettimeofday(struct timeval *time, void *zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int failed = real(time, zone);
  if (!failed && time) time->tv_sec += moved();
  return failed;
}
