/* The C interface from C: every function, and every argument that may be missing.
 *   mortise_c_interface_test MODEL.mrt FILM.mrt JOINT.mrt SLIDING.mrt ASSEMBLY.mrt
 * which are the seeds several, line, joint, alpha and frame of tests/robustness. */
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
  const int32_t error = mortise_model_open(copy, size, &model, sizeof model, &fault, sizeof fault);
  EXPECT(error != 0);
  EXPECT(fault.code == error);
  EXPECT(strcmp(fault.field, "checksum") == 0);
  EXPECT(strlen(fault.text) > 0);
  EXPECT(mortise_model_open(copy, size, &model, sizeof model, NULL, 0) == error);
  EXPECT(mortise_model_open(NULL, size, &model, sizeof model, &fault, sizeof fault) != 0);
  EXPECT(mortise_model_open(bytes, size, NULL, 0, &fault, sizeof fault) != 0);
  EXPECT(mortise_model_open(bytes, 3, &model, sizeof model, &fault, sizeof fault) != 0);
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
  EXPECT(mortise_statistics_read(m, s, NULL, sizeof(mortise_statistics)) == BAD_CALL);
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
  EXPECT(mortise_statistics_read(m, s, &statistics, sizeof statistics) == 0);
  EXPECT(statistics.steps == 51 && statistics.held == 1 && statistics.held_in_row == 1);
  EXPECT(mortise_step(m, s, u, y) & MORTISE_HELD);
  EXPECT(mortise_statistics_read(m, s, &statistics, sizeof statistics) == 0);
  EXPECT(statistics.held_in_row == 2 && statistics.rolled_back_in_row == 0);
  u[0] = 0;
  EXPECT((mortise_step(m, s, u, y) & MORTISE_HELD) == 0);
  EXPECT(mortise_statistics_read(m, s, &statistics, sizeof statistics) == 0);
  EXPECT(statistics.held == 2 && statistics.held_in_row == 0);
  EXPECT(statistics.steps_in_contact > 0);
  EXPECT((mortise_set_parameter(m, s, "contact.friction.1", 0.3) & BAD_CALL) == 0);
  EXPECT(mortise_set_parameter(m, s, "contact.friction.1", -1.0) == BAD_CALL);
  EXPECT(mortise_selftest(m, s, &hash) == 1 && hash != 0);
  EXPECT(mortise_statistics_read(m, s, &statistics, sizeof statistics) == 0 &&
         statistics.steps == 0);
  EXPECT(mortise_state_reset(m, s) == 0);
}

/* Callers older and newer than the library: it writes what both know, and zeros beyond. */
static void hand_out_to_other_versions(const mortise_model* m, const mortise_state* s) {
  struct {
    mortise_statistics known;
    uint64_t later[3];
  } newer;
  mortise_statistics whole, older;
  memset(&newer, 0xa5, sizeof newer);
  memset(&older, 0xa5, sizeof older);
  EXPECT(mortise_statistics_read(m, s, &whole, sizeof whole) == 0);
  EXPECT(mortise_statistics_read(m, s, &newer.known, sizeof newer) == 0);
  EXPECT(memcmp(&newer.known, &whole, sizeof whole) == 0);
  EXPECT(newer.later[0] == 0 && newer.later[2] == 0);
  const size_t half = offsetof(mortise_statistics, rate_limited);
  EXPECT(mortise_statistics_read(m, s, &older, half) == 0);
  EXPECT(memcmp(&older, &whole, half) == 0);
  EXPECT(older.rate_limited == 0xa5a5a5a5a5a5a5a5u);
  EXPECT(mortise_statistics_read(m, s, &older, 0) == BAD_CALL);
}

/* A model larger than the caller's room is refused, and stays untouched then. */
static void open_in_other_rooms(const void* bytes, size_t size) {
  mortise_model model;
  mortise_fault fault;
  EXPECT(mortise_model_bytes(NULL, 0) == sizeof model);
  EXPECT(mortise_model_bytes(bytes, size) == sizeof model);
  EXPECT(mortise_model_open(bytes, size, &model, 100, &fault, sizeof fault) != 0);
  EXPECT(strcmp(fault.field, "model") == 0 && strstr(fault.text, "memory") != NULL);
  EXPECT(fault.value > 100 && fault.value <= sizeof model);
  EXPECT(mortise_model_open(bytes, size, &model, (size_t)fault.value, NULL, 0) == 0);
  memset(&fault, 0xa5, sizeof fault);
  EXPECT(mortise_model_open(bytes, 3, &model, sizeof model, &fault, sizeof fault.code) != 0);
  EXPECT(fault.code != 0 && fault.index == (int64_t)0xa5a5a5a5a5a5a5a5u);
}

/* Two steps joined: forces are the mean of both, what else there is stays that of the last. */
static void join(const mortise_model* m) {
  double first[32], second[32], joined[32];
  for (int32_t k = 0; k < mortise_outputs(m); ++k) {
    first[k] = 1 + k;
    second[k] = 4 + k;
    joined[k] = -1;
  }
  EXPECT(mortise_outputs(m) <= 32);
  EXPECT(mortise_outputs_join(m, first, 0, joined) == 0);
  EXPECT(memcmp(joined, first, sizeof(double) * (size_t)mortise_outputs(m)) == 0);
  EXPECT(mortise_outputs_join(m, second, 1, joined) == 0);
  for (int32_t k = 0; k < mortise_outputs(m); ++k) {
    mortise_output output;
    EXPECT(mortise_output_describe(m, k, &output, sizeof output) == 0);
    const int mean = strcmp(output.quantity, "contact_force") == 0;
    EXPECT(joined[k] == (mean ? 2.5 + k : second[k]));
  }
  EXPECT(mortise_outputs_join(NULL, first, 0, joined) == BAD_CALL);
  EXPECT(mortise_outputs_join(m, NULL, 0, joined) == BAD_CALL);
  EXPECT(mortise_outputs_join(m, first, 0, NULL) == BAD_CALL);
}

static void describe(const mortise_model* m) {
  mortise_input input;
  mortise_output output;
  mortise_parameter parameter;
  mortise_scenario scenario;
  mortise_case joint_case;
  EXPECT(mortise_input_describe(m, 0, &input, sizeof input) == 0);
  EXPECT(strcmp(input.name, "force") == 0 && strcmp(input.unit, "N") == 0);
  EXPECT(input.minimum == -100 && input.maximum == 100 && input.default_value == 1);
  EXPECT(input.hold == MORTISE_HOLD_ZERO_ORDER && input.trained == 1);
  EXPECT(input.trained_minimum == -10 && input.trained_maximum == 10);
  EXPECT(mortise_input_describe(m, 1, &input, sizeof input) == 0);
  EXPECT(input.hold == MORTISE_HOLD_LINEAR && input.trained == 0);
  EXPECT(mortise_input_find(m, "drive") == 1 && mortise_input_find(m, "driv") == -1);
  EXPECT(mortise_input_describe(m, 2, &input, sizeof input) == BAD_CALL);
  EXPECT(mortise_input_describe(m, 0, NULL, sizeof input) == BAD_CALL);
  EXPECT(mortise_input_describe(NULL, 0, &input, sizeof input) == BAD_CALL);

  for (int32_t k = 0; k < mortise_outputs(m); ++k) {
    EXPECT(mortise_output_describe(m, k, &output, sizeof output) == 0);
    EXPECT(strcmp(output.name, mortise_output_name(m, k)) == 0);
    EXPECT(mortise_output_find(m, output.name) == k);
  }
  EXPECT(strcmp(output.quantity, "gap") == 0 && strcmp(output.unit, "m") == 0);
  EXPECT(mortise_output_describe(m, -1, &output, sizeof output) == BAD_CALL);

  EXPECT(mortise_parameters(m) > 4 && mortise_parameters(NULL) == 0);
  for (int32_t id = 0; id < mortise_parameters(m); ++id) {
    EXPECT(mortise_parameter_describe(m, id, &parameter, sizeof parameter) == 0);
    EXPECT(mortise_parameter_find(m, parameter.name) == id);
    EXPECT(parameter.minimum <= parameter.default_value);
    EXPECT(parameter.default_value <= parameter.maximum && parameter.contacts >= 1);
    EXPECT(parameter.trained == (strcmp(parameter.name, "contact.friction.0") == 0));
  }
  EXPECT(mortise_parameter_describe(m, mortise_parameters(m), &parameter, sizeof parameter) ==
         BAD_CALL);
  EXPECT(mortise_parameter_find(NULL, "contact.friction.0") == -1);
  EXPECT(mortise_parameter_find(m, NULL) == -1);

  EXPECT(mortise_scenarios(m) == 2 && mortise_scenario_find(m, "rest") == 1);
  EXPECT(mortise_scenario_describe(m, 0, &scenario, sizeof scenario) == 0);
  EXPECT(strcmp(scenario.name, "sweep") == 0 && scenario.duration == 0.02);
  EXPECT(mortise_scenario_describe(m, 2, &scenario, sizeof scenario) == BAD_CALL);
  EXPECT(mortise_cases(m) == 0 && mortise_case_find(m, "iwan") == -1);
  EXPECT(mortise_case_describe(m, 0, &joint_case, sizeof joint_case) == BAD_CALL);
}

static void change_parameters(const mortise_model* m, mortise_state* s) {
  const int32_t id = mortise_parameter_find(m, "contact.friction.0");
  double value = -1;
  int32_t input = 7, parameter = 7;
  EXPECT(mortise_state_reset(m, s) == 0);
  EXPECT(mortise_parameter_get(m, s, id, &value) == 0 && value == 0.1);
  EXPECT(mortise_parameter_set(m, s, id, 1.0) == MORTISE_OUTSIDE_TRAINING);
  EXPECT(mortise_parameter_get(m, s, id, &value) == 0 && value == 1.0);
  EXPECT(fabs(mortise_parameter_distance(m, s, id) - 1.0) < 1e-12);
  EXPECT(fabs(mortise_training_distance(m, s, &input, &parameter) - 1.0) < 1e-12);
  EXPECT(input == -1 && parameter == id);
  EXPECT(mortise_training_distance(m, s, NULL, NULL) > 0);
  EXPECT(mortise_input_distance(m, s, 0) == 0 && mortise_input_distance(m, s, 99) == 0);
  EXPECT(mortise_parameter_set(m, s, id, 1e9) == BAD_CALL);
  EXPECT(mortise_parameter_set(m, s, -1, 0.1) == BAD_CALL);
  EXPECT(mortise_parameter_set(m, NULL, id, 0.1) == BAD_CALL);
  EXPECT(mortise_parameter_get(m, s, id, NULL) == BAD_CALL);
  EXPECT(mortise_parameter_get(m, s, 999, &value) == BAD_CALL);
  EXPECT(mortise_parameter_distance(m, NULL, id) == 0);
  EXPECT(mortise_training_distance(NULL, s, NULL, NULL) == 0);
  EXPECT(mortise_state_reset(m, s) == 0);
}

/* A stored scenario, events on the way, and a snapshot in the middle of it. */
static void play(const mortise_model* m, mortise_state* s) {
  struct {
    mortise_contact_event event;
    double later;
  } wide[8];
  mortise_contact_event events[8];
  mortise_player player;
  double u[8], y[8];
  int32_t seen = 0;
  memset(&player, 0, sizeof player);
  EXPECT(mortise_player_next(m, s, &player, u) == BAD_CALL); /* never started */
  EXPECT(mortise_player_bytes() <= sizeof player);
  EXPECT(mortise_player_start(m, s, 2, &player, sizeof player) == BAD_CALL);
  EXPECT(mortise_player_start(m, s, 0, &player, mortise_player_bytes() - 1) == BAD_CALL);
  EXPECT(mortise_player_start(m, s, 0, NULL, sizeof player) == BAD_CALL);
  EXPECT(mortise_player_start(NULL, s, 0, &player, sizeof player) == BAD_CALL);
  EXPECT(mortise_player_start(m, s, 0, &player, sizeof player) == 0);
  EXPECT(mortise_player_next(m, s, &player, NULL) == BAD_CALL);
  const size_t size = mortise_snapshot_bytes(m);
  void* saved = aligned_block(size);
  mortise_player kept = player;
  for (int k = 0; k < 200; ++k) {
    if (k == 100) {
      EXPECT(mortise_snapshot_write(m, s, saved, size) == 0);
      kept = player;
    }
    EXPECT(mortise_player_next(m, s, &player, u) == 0);
    EXPECT((mortise_step(m, s, u, y) & mortise_stop_mask(m)) == 0);
    const int32_t count = mortise_contact_events(m, s, events, 8, sizeof *events);
    EXPECT(count >= 0 && count <= 4);
    memset(wide, 0xa5, sizeof wide);
    EXPECT(mortise_contact_events(m, s, &wide[0].event, 8, sizeof *wide) == count);
    for (int32_t j = 0; j < count; ++j) {
      EXPECT(events[j].contact >= 0 && events[j].contact < 4);
      EXPECT(events[j].kind >= MORTISE_OPENED && events[j].kind <= MORTISE_STUCK);
      EXPECT(memcmp(&wide[j].event, &events[j], sizeof *events) == 0 && wide[j].later == 0);
    }
    seen += count;
  }
  EXPECT(seen > 10);
  EXPECT(mortise_contact_events(m, s, NULL, 0, sizeof *events) >= 0);
  EXPECT(mortise_contact_events(NULL, s, events, 8, sizeof *events) == 0);
  EXPECT(mortise_steps(m, s) == 200 && fabs(mortise_time(m, s) - 0.02) < 1e-15);
  EXPECT(mortise_steps(m, NULL) == 0 && mortise_time(NULL, s) == 0);
  double again[8];
  EXPECT(mortise_snapshot_restore(m, s, saved, size) == 0 && mortise_steps(m, s) == 100);
  player = kept;
  for (int k = 100; k < 200; ++k) {
    EXPECT(mortise_player_next(m, s, &player, u) == 0);
    mortise_step(m, s, u, again);
  }
  EXPECT(memcmp(y, again, sizeof(double) * (size_t)mortise_outputs(m)) == 0);
  ((unsigned char*)saved)[size / 2] ^= 4;
  const int32_t error = mortise_snapshot_restore(m, s, saved, size);
  EXPECT(error != 0 && strstr(mortise_snapshot_text(error), "damaged") != NULL);
  EXPECT(mortise_steps(m, s) == 200);
  EXPECT(mortise_snapshot_restore(m, s, NULL, size) != 0);
  EXPECT(mortise_snapshot_write(m, NULL, saved, size) != 0);
  EXPECT(mortise_snapshot_bytes(NULL) == 0 && strlen(mortise_snapshot_text(-1)) == 0);
  free(saved);
}

static void name_status_bits(void) {
  EXPECT(strcmp(mortise_status_name(2), "CAPPED") == 0);
  EXPECT(strlen(mortise_status_text(0)) > 0 && strlen(mortise_status_text(31)) == 0);
  EXPECT(strlen(mortise_status_name(31)) == 0 && strlen(mortise_status_name(-1)) == 0);
  const uint32_t stop = mortise_status_mask(MORTISE_SEVERITY_STOP);
  EXPECT((stop & MORTISE_ROLLED_BACK) && (stop & MORTISE_BAD_CALL) && !(stop & MORTISE_HELD));
  EXPECT((mortise_status_mask(MORTISE_SEVERITY_WARNING) & (stop | MORTISE_HELD)) ==
         (stop | MORTISE_HELD));
  for (int32_t bit = -1; bit <= 32; ++bit) {
    const int32_t severity = mortise_status_severity(bit);
    EXPECT((severity != 0) == (strlen(mortise_status_name(bit)) > 0));
    if (severity == 0) continue;
    EXPECT(mortise_status_mask(severity) >> bit & 1u);
    EXPECT(!(mortise_status_mask(severity + 1) >> bit & 1u));
  }
}

/* A model file in memory and a state of it; to be given back. */
typedef struct {
  mortise_model model;
  mortise_state* state;
  void *bytes, *arena;
} instance;

static instance make(const char* path) {
  instance i;
  size_t size = 0;
  i.bytes = read_file(path, &size);
  if (mortise_model_open(i.bytes, size, &i.model, sizeof i.model, NULL, 0) != 0) exit(2);
  i.arena = aligned_block(mortise_state_bytes(&i.model));
  i.state = mortise_state_make(&i.model, i.arena, mortise_state_bytes(&i.model));
  if (!i.state) exit(2);
  return i;
}

static void give_back(instance* i) {
  free(i->arena);
  free(i->bytes);
}

/* Operating cases, set by hand and by the phases of a scenario. */
static void run_joint(const char* path) {
  instance i = make(path);
  const mortise_model model = i.model;
  mortise_state* s = i.state;
  mortise_case each;
  mortise_player player;
  double u[2];
  EXPECT(mortise_cases(&model) == 3);
  EXPECT(mortise_case_find(&model, "iwan") == 1);
  EXPECT(mortise_case_describe(&model, 2, &each, sizeof each) == 0);
  EXPECT(strcmp(each.name, "lugre") == 0);
  EXPECT(mortise_case_current(&model, s) == 0);
  EXPECT(mortise_case_set(&model, s, 2) == 0 && mortise_case_current(&model, s) == 2);
  EXPECT(mortise_case_set(&model, s, 3) == BAD_CALL && mortise_case_set(&model, s, -1) == BAD_CALL);
  EXPECT(mortise_case_current(&model, NULL) == -1);
  const int32_t phases = mortise_scenario_find(&model, "phases");
  EXPECT(mortise_player_start(&model, s, phases, &player, sizeof player) == 0);
  EXPECT(mortise_case_current(&model, s) == 0);
  for (int k = 0; k < 60; ++k) {
    EXPECT(mortise_player_next(&model, s, &player, u) == 0);
    EXPECT((mortise_step(&model, s, u, NULL) & mortise_stop_mask(&model)) == 0);
  }
  EXPECT(mortise_case_current(&model, s) == 1);
  give_back(&i);
}

/* A bilateral contact ends its validity where it would pull. */
static void stop_at_the_end_of_the_law(const char* path) {
  instance i = make(path);
  const mortise_model model = i.model;
  mortise_state* s = i.state;
  double u[2] = {-1e4, -1e4};
  uint32_t seen = 0;
  EXPECT((mortise_stop_mask(&model) & (MORTISE_DETACHED | MORTISE_STICKING)) ==
         (MORTISE_DETACHED | MORTISE_STICKING));
  EXPECT((mortise_stop_mask(NULL) & MORTISE_DETACHED) == 0);
  EXPECT(mortise_case_current(&model, s) == -1);
  for (int k = 0; k < 100; ++k) seen |= mortise_step(&model, s, u, NULL);
  EXPECT(seen & mortise_stop_mask(&model));
  give_back(&i);
}

/* A film at rest: its profile, and the counters that only films have. */
static void run_film(const char* path) {
  instance i = make(path);
  const mortise_model model = i.model;
  mortise_state* state = i.state;
  mortise_statistics statistics;
  double u[6] = {8e4, 4.0, 1.0, 8e4, 4.0, 1.0}, y[16], p[64], h[64], x[64];
  EXPECT(mortise_outputs(&model) <= 16);
  for (int k = 0; k < 10; ++k) EXPECT(mortise_step(&model, state, u, y) == 0);
  EXPECT(fabs(y[0] - 8e4) < 1e-3);
  const int32_t points = mortise_film_profile(&model, state, NULL, NULL, NULL);
  EXPECT(points == 13 && mortise_film_profile(&model, state, p, h, x) == points);
  double force = 0;
  for (int k = 1; k < points; ++k) force += 0.5 * (p[k] + p[k - 1]) * (x[k] - x[k - 1]);
  EXPECT(fabs(force - 8e4) < 1e-3);
  for (int k = 0; k < points; ++k) EXPECT(h[k] >= y[3] * (1 - 1e-12));
  u[3] = 1.3e5;
  EXPECT(mortise_step(&model, state, u, y) & MORTISE_RATE_LIMITED);
  EXPECT(mortise_statistics_read(&model, state, &statistics, sizeof statistics) == 0);
  EXPECT(statistics.steps == 11 && statistics.rate_limited == 1);
  EXPECT(statistics.rebuilds >= 1 && statistics.untrusted == 0);
  give_back(&i);
}

static void solve_groups(const char* path) {
  size_t size = 0;
  mortise_fault fault;
  mortise_group group = {1, 1, 1, 1, 1.0};
  void* bytes = read_file(path, &size);
  const size_t room = mortise_model_bytes(bytes, size);
  mortise_model* model = malloc(room);
  EXPECT(mortise_model_open(bytes, size, model, sizeof *model, &fault, sizeof fault) != 0);
  EXPECT(strcmp(fault.field, "memory") == 0 && fault.value > 0 && fault.value <= (double)room);
  EXPECT(mortise_model_open(bytes, size, model, room, NULL, 0) == 0);
  EXPECT(mortise_groups(model) == 1 && mortise_groups(NULL) == 0);
  EXPECT(mortise_group_coupling(model, 0) > 0.01 && mortise_group_coupling(model, 1) == 0);
  EXPECT(mortise_group_coupling(NULL, 0) == 0);
  void* arena = aligned_block(mortise_state_bytes(model));
  mortise_state* state = mortise_state_make(model, arena, mortise_state_bytes(model));
  uint32_t together = 0;
  for (int k = 0; k < 50; ++k) {
    const double u[2] = {20.0, 20.0};
    (void)mortise_step(model, state, u, NULL);
    EXPECT(mortise_group_report(model, state, 0, &group, sizeof group) == 0);
    together += group.interfaces > 1 && group.iterations > 0 && group.residual >= 0;
  }
  EXPECT(together > 0);
  EXPECT(mortise_group_report(model, state, 1, &group, sizeof group) == BAD_CALL);
  EXPECT(mortise_group_report(model, state, -1, &group, sizeof group) == BAD_CALL);
  EXPECT(mortise_group_report(NULL, state, 0, &group, sizeof group) == BAD_CALL);
  EXPECT(mortise_group_report(model, state, 0, NULL, sizeof group) == BAD_CALL);
  free(arena);
  free(model);
  free(bytes);
}

/* One step with other inputs, against what the linearised step says of it. */
static void linearize_step(const char* path) {
  enum { kStates = 40, kInputs = 2, kOutputs = 5 };
  static double a[kStates * kStates], b[kStates * kInputs], b_end[kStates * kInputs],
      c[kOutputs * kStates], d[kOutputs * kInputs], d_end[kOutputs * kInputs], x_next[kStates],
      y_next[kOutputs], column_error[kStates + 2 * kInputs], output_error[kOutputs];
  size_t size = 0;
  mortise_model model;
  void* bytes = read_file(path, &size);
  EXPECT(mortise_model_open(bytes, size, &model, sizeof model, NULL, 0) == 0);
  void* arena = aligned_block(mortise_state_bytes(&model));
  mortise_state* state = mortise_state_make(&model, arena, mortise_state_bytes(&model));
  EXPECT(mortise_linear_states(&model, state) == kStates);
  EXPECT(mortise_linear_states(&model, NULL) == 0 && mortise_linear_states(NULL, state) == 0);
  mortise_linear_state told;
  EXPECT(mortise_linear_state_describe(&model, state, 20, &told, sizeof told) == 0);
  EXPECT(strcmp(told.name, "v") == 0 && strcmp(told.unit, "kg^0.5 m/s") == 0);
  EXPECT(told.number == 0 && told.of_interface == -1);
  EXPECT(mortise_linear_state_describe(&model, state, kStates, &told, sizeof told) == BAD_CALL);
  EXPECT(mortise_linear_state_describe(&model, state, -1, &told, sizeof told) == BAD_CALL);
  EXPECT(mortise_linear_state_describe(&model, state, 0, NULL, sizeof told) == BAD_CALL);

  const size_t scratch_size = mortise_linearize_bytes(&model, state);
  void* scratch = aligned_block(scratch_size);
  EXPECT(scratch_size > 2 * mortise_state_bytes(&model));
  EXPECT(mortise_linearize_bytes(NULL, state) == 0);
  mortise_linear_space space = {
      a, b, b_end, c, d, d_end, NULL, x_next, y_next, column_error, output_error, NULL, 0, 0};
  mortise_linear_report report;
  const double u[4] = {1.0, 2.0, 1.5, 2.5}, other[4] = {1.1, 2.3, 1.7, 2.4};
  EXPECT(mortise_linearize(&model, state, u, &space, sizeof space, &report, sizeof report, scratch,
                           scratch_size) == 0);
  EXPECT(report.status == 0 && report.error < 1e-8 && report.steps > 0);
  EXPECT(mortise_steps(&model, state) == 0);
  EXPECT(mortise_linearize(&model, state, u, &space, sizeof space, NULL, 0, scratch,
                           scratch_size - 1) == BAD_CALL);
  EXPECT(mortise_linearize(&model, NULL, u, &space, sizeof space, NULL, 0, scratch, scratch_size) ==
         BAD_CALL);
  EXPECT(mortise_linearize(&model, state, u, NULL, sizeof space, NULL, 0, scratch, scratch_size) ==
         BAD_CALL);
  double y[kOutputs];
  (void)mortise_step(&model, state, other, y);
  for (int i = 0; i < kOutputs; ++i) {
    double answer = 0, most = 0;
    for (int k = 0; k < kInputs; ++k) {
      const double by = d[kInputs * i + k] * (other[k] - u[k]);
      const double by_end = d_end[kInputs * i + k] * (other[kInputs + k] - u[kInputs + k]);
      answer += by + by_end;
      most += fabs(by) + fabs(by_end);
    }
    EXPECT(fabs(y[i] - y_next[i] - answer) <= 1e-4 * most + 1e-12 * fabs(y[i]));
  }
  /* a caller who knows less: what lies beyond is left out */
  report.steps = 77;
  a[0] = 55;
  EXPECT(mortise_linearize(&model, state, NULL, &space, sizeof(double*), &report,
                           offsetof(mortise_linear_report, steps), scratch, scratch_size) == 0);
  EXPECT(a[0] != 55 && report.steps == 77);
  free(scratch);
  free(arena);
  free(bytes);
}

int main(int argc, char** argv) {
  size_t size = 0;
  mortise_model model;
  mortise_fault fault;
  if (argc != 6) return 2;
  linearize_step(argv[1]);
  void* bytes = read_file(argv[1], &size);
  EXPECT(mortise_abi_version() == MORTISE_ABI_VERSION);
  refuse_damaged(bytes, size);
  EXPECT(mortise_model_open(bytes, size, &model, sizeof model, &fault, sizeof fault) == 0);
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
    hand_out_to_other_versions(&model, state);
    open_in_other_rooms(bytes, size);
    describe(&model);
    join(&model);
    change_parameters(&model, state);
    play(&model, state);
    name_status_bits();
    memset(arena, 0, 64); /* no state any more */
    EXPECT(mortise_step(&model, state, NULL, NULL) == BAD_CALL);
  }
  free(arena);
  free(bytes);
  run_film(argv[2]);
  run_joint(argv[3]);
  stop_at_the_end_of_the_law(argv[4]);
  solve_groups(argv[5]);
  if (failures == 0) printf("the C interface keeps its promises\n");
  return failures == 0 ? 0 : 1;
}
