/* The C interface from C: every function, and every argument that may be missing.
 *   mortise_c_interface_test MODEL.mrt FILM.mrt */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mortise/mortise.h"

#define BAD_CALL 64u

static int failures = 0;

#define EXPECT(condition)                                     \
  do {                                                        \
    if (!(condition)) {                                       \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
      ++failures;                                             \
    }                                                         \
  } while (0)

static void* aligned_block(size_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); }

static void* read_file(const char* path, size_t* size) {
  FILE* in = fopen(path, "rb");
  if (!in || fseek(in, 0, SEEK_END) != 0) exit(2);
  *size = (size_t)ftell(in);
  rewind(in);
  void* bytes = aligned_block(*size);
  if (!bytes || fread(bytes, 1, *size, in) != *size) exit(2);
  fclose(in);
  return bytes;
}

static void refuse_damaged(const void* bytes, size_t size) {
  unsigned char* copy = aligned_block(size);
  memcpy(copy, bytes, size);
  copy[size / 2] ^= 1;
  mortise_model model;
  mortise_fault fault;
  const int32_t error = mortise_model_open(copy, size, &model, &fault);
  EXPECT(error != 0);
  EXPECT(fault.code == error);
  EXPECT(strcmp(fault.field, "checksum") == 0);
  EXPECT(strlen(fault.text) > 0);
  EXPECT(mortise_model_open(copy, size, &model, NULL) == error);
  EXPECT(mortise_model_open(NULL, size, &model, &fault) != 0);
  EXPECT(mortise_model_open(bytes, size, NULL, &fault) != 0);
  EXPECT(mortise_model_open(bytes, 3, &model, &fault) != 0);
  free(copy);
}

static void call_without_arguments(const mortise_model* m, mortise_state* s) {
  EXPECT(mortise_state_bytes(NULL) == 0);
  EXPECT(mortise_step_size(NULL) == 0);
  EXPECT(mortise_input_values(NULL) == 0);
  EXPECT(mortise_inputs(NULL) == 0);
  EXPECT(mortise_outputs(NULL) == 0);
  EXPECT(mortise_input_name(NULL, 0) == NULL);
  EXPECT(mortise_input_name(m, -1) == NULL);
  EXPECT(mortise_output_name(m, mortise_outputs(m)) == NULL);
  EXPECT(mortise_state_make(NULL, s, 1) == NULL);
  EXPECT(mortise_state_make(m, NULL, mortise_state_bytes(m)) == NULL);
  EXPECT(mortise_step(m, NULL, NULL, NULL) == BAD_CALL);
  EXPECT(mortise_step(NULL, s, NULL, NULL) == BAD_CALL);
  EXPECT(mortise_state_reset(NULL, s) == BAD_CALL);
  EXPECT(mortise_state_reset(m, NULL) == BAD_CALL);
  EXPECT(mortise_set_parameter(m, s, NULL, 0.1) == BAD_CALL);
  EXPECT(mortise_set_parameter(m, s, "no such parameter", 0.1) == BAD_CALL);
  EXPECT(mortise_statistics_read(m, s, NULL) == BAD_CALL);
  EXPECT(mortise_selftest(m, NULL, NULL) == 0);
  EXPECT(mortise_film_profile(NULL, s, NULL, NULL, NULL) == 0);
  EXPECT(mortise_film_profile(m, s, NULL, NULL, NULL) == 0); /* a structure has none */
}

static void run(const mortise_model* m, mortise_state* s) {
  double u[8], y[8];
  mortise_statistics statistics;
  uint64_t hash = 0;
  EXPECT(mortise_input_values(m) <= 8 && mortise_outputs(m) <= 8);
  for (int k = 0; k < 50; ++k) {
    for (int j = 0; j < 8; ++j) u[j] = 0.1 * k;
    EXPECT((mortise_step(m, s, u, y) & BAD_CALL) == 0);
    for (int32_t j = 0; j < mortise_outputs(m); ++j) EXPECT(isfinite(y[j]));
  }
  u[0] = NAN;
  EXPECT(mortise_step(m, s, u, y) & 1u); /* HELD */
  EXPECT(mortise_statistics_read(m, s, &statistics) == 0);
  EXPECT(statistics.steps == 51 && statistics.held == 1);
  EXPECT(statistics.steps_in_contact > 0);
  EXPECT((mortise_set_parameter(m, s, "contact.friction.1", 0.3) & BAD_CALL) == 0);
  EXPECT(mortise_set_parameter(m, s, "contact.friction.1", -1.0) == BAD_CALL);
  EXPECT(mortise_selftest(m, s, &hash) == 1 && hash != 0);
  EXPECT(mortise_statistics_read(m, s, &statistics) == 0 && statistics.steps == 0);
  EXPECT(mortise_state_reset(m, s) == 0);
}

/* A film at rest: its profile, and the counters that only films have. */
static void run_film(const char* path) {
  size_t size = 0;
  mortise_model model;
  mortise_statistics statistics;
  void* bytes = read_file(path, &size);
  EXPECT(mortise_model_open(bytes, size, &model, NULL) == 0);
  void* arena = aligned_block(mortise_state_bytes(&model));
  mortise_state* state = mortise_state_make(&model, arena, mortise_state_bytes(&model));
  double u[6] = {8e4, 4.0, 1.0, 8e4, 4.0, 1.0}, y[16], p[64], h[64], x[64];
  EXPECT(state != NULL && mortise_outputs(&model) <= 16);
  for (int k = 0; k < 10; ++k) EXPECT(mortise_step(&model, state, u, y) == 0);
  EXPECT(fabs(y[0] - 8e4) < 1e-3);
  const int32_t points = mortise_film_profile(&model, state, NULL, NULL, NULL);
  EXPECT(points == 13 && mortise_film_profile(&model, state, p, h, x) == points);
  double force = 0;
  for (int i = 1; i < points; ++i) force += 0.5 * (p[i] + p[i - 1]) * (x[i] - x[i - 1]);
  EXPECT(fabs(force - 8e4) < 1e-3);
  for (int i = 0; i < points; ++i) EXPECT(h[i] >= y[3] * (1 - 1e-12));
  u[3] = 1.3e5;
  EXPECT(mortise_step(&model, state, u, y) & MORTISE_RATE_LIMITED);
  EXPECT(mortise_statistics_read(&model, state, &statistics) == 0);
  EXPECT(statistics.steps == 11 && statistics.rate_limited == 1);
  EXPECT(statistics.rebuilds >= 1 && statistics.untrusted == 0);
  free(arena);
  free(bytes);
}

int main(int argc, char** argv) {
  size_t size = 0;
  mortise_model model;
  mortise_fault fault;
  if (argc != 3) return 2;
  void* bytes = read_file(argv[1], &size);
  EXPECT(mortise_abi_version() == MORTISE_ABI_VERSION);
  refuse_damaged(bytes, size);
  EXPECT(mortise_model_open(bytes, size, &model, &fault) == 0);
  EXPECT(fault.code == 0 && fault.index == -1);
  EXPECT(mortise_step_size(&model) == 1e-4);
  EXPECT(mortise_inputs(&model) == 2 && mortise_input_values(&model) == 4);
  EXPECT(strcmp(mortise_input_name(&model, 1), "drive") == 0);
  EXPECT(strcmp(mortise_output_name(&model, 0), "displacement") == 0);
  void* arena = aligned_block(mortise_state_bytes(&model));
  EXPECT(mortise_state_make(&model, arena, mortise_state_bytes(&model) - 1) == NULL);
  mortise_state* state = mortise_state_make(&model, arena, mortise_state_bytes(&model));
  EXPECT(state != NULL);
  if (state) {
    call_without_arguments(&model, state);
    run(&model, state);
    EXPECT(strlen(mortise_status_text(0)) > 0 && strlen(mortise_status_text(31)) == 0);
    memset(arena, 0, 64); /* no state any more */
    EXPECT(mortise_step(&model, state, NULL, NULL) == BAD_CALL);
  }
  free(arena);
  free(bytes);
  run_film(argv[2]);
  if (failures == 0) printf("the C interface keeps its promises\n");
  return failures == 0 ? 0 : 1;
}
