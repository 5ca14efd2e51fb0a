/*
 * The inner loop of ACORD in C, to see what Java costs. Speaks as loops.py does:
 *
 *     load DIR N BETA    csr K    equal K    check K
 *
 * csr is the loop over compressed sparse rows, equal the same for one degree everywhere, written out by the compiler; load answers whether
 * there is one for this fleet.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n, degree, *first, *column;
static double beta, *linear, *m, *own, *gain, *x, *y;

static void *read_all(const char *folder, const char *name, size_t bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *in = fopen(path, "rb");
  void *data = malloc(bytes);
  if (!in || !data || fread(data, 1, bytes, in) != bytes) {
    fprintf(stderr, "kernel: %s cannot be read\n", path);
    exit(1);
  }
  fclose(in);
  return data;
}

static void csr(void) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int a = first[i]; a < first[i + 1]; a++) sum += x[column[a]];
    y[i] = own[i] + gain[i] * ((first[i + 1] - first[i]) * x[i] + sum);
  }
}

#define EQUAL(D)                                               \
  static void equal##D(void) {                                 \
    for (int i = 0; i < n; i++) {                              \
      double sum = 0;                                          \
      for (int k = 0; k < D; k++) sum += x[column[D * i + k]]; \
      y[i] = own[i] + gain[i] * (D * x[i] + sum);              \
    }                                                          \
  }
EQUAL(2)
EQUAL(10)

static double run(void (*loop)(void), int k) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (int i = 0; i < k; i++) {
    loop();
    double *kept = x;
    x = y;
    y = kept;
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  return ((b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec)) / k;
}

int main(void) {
  char line[8192], word[64], folder[4096] = "";
  printf("C\n");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    int k = 0;
    double answer = 0;
    if (sscanf(line, "load %4000s %d %lf", folder, &n, &beta) == 3) {
      free(first); free(column); free(linear); free(m); free(own); free(gain); free(x); free(y);
      first = read_all(folder, "first", sizeof(int) * (n + 1));
      column = read_all(folder, "column", sizeof(int) * first[n]);
      linear = read_all(folder, "linear", sizeof(double) * n);
      m = read_all(folder, "m", sizeof(double) * n);
      own = malloc(sizeof(double) * n);
      gain = malloc(sizeof(double) * n);
      x = calloc(n, sizeof(double));
      y = calloc(n, sizeof(double));
      degree = first[1] - first[0];
      for (int i = 0; i < n; i++) {
        own[i] = linear[i] / m[i];
        gain[i] = beta / m[i];
        if (first[i + 1] - first[i] != degree) degree = -1;
      }
      answer = degree == 2 || degree == 10; /* whether there is a loop for it */
    } else if (sscanf(line, "%63s %d", word, &k) == 2) {
      void (*equal)(void) = degree == 2 ? equal2 : degree == 10 ? equal10 : csr;
      if (!strcmp(word, "check")) memset(x, 0, sizeof(double) * n);
      answer = run(!strcmp(word, "equal") ? equal : csr, k);
      if (!strcmp(word, "check")) {
        char path[4200];
        snprintf(path, sizeof path, "%s/x", folder);
        FILE *out = fopen(path, "wb");
        fwrite(x, sizeof(double), n, out);
        fclose(out);
      }
    }
    printf("%.12g\n", answer);
    fflush(stdout);
  }
  return 0;
}
