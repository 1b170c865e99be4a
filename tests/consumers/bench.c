/* A bench in C on the installed library: plays a stored scenario and writes what it saw.
 *   bench MODEL.mrt SCENARIO OUTPUT */
#include <inttypes.h>
#include <mortise/mortise.h>
#include <stdio.h>
#include <stdlib.h>

static void* read_file(const char* path, size_t* size) {
  FILE* in = fopen(path, "rb");
  if (!in || fseek(in, 0, SEEK_END) != 0) exit(2);
  *size = (size_t)ftell(in);
  rewind(in);
  void* bytes = aligned_alloc(64, (*size + 63) / 64 * 64);
  if (!bytes || fread(bytes, 1, *size, in) != *size) exit(2);
  fclose(in);
  return bytes;
}

int main(int argc, char** argv) {
  size_t size = 0;
  mortise_fault fault;
  mortise_player player;
  if (argc != 4 || mortise_abi_version() != MORTISE_ABI_VERSION) return 2;
  void* bytes = read_file(argv[1], &size);
  const size_t room = mortise_model_bytes(bytes, size);
  mortise_model* model = malloc(room);
  if (!model || mortise_model_open(bytes, size, model, room, &fault, sizeof fault) != 0)
    return fprintf(stderr, "%s: %s\n", fault.field, fault.text), 1;
  void* arena = aligned_alloc(64, (mortise_state_bytes(model) + 63) / 64 * 64);
  mortise_state* state = mortise_state_make(model, arena, mortise_state_bytes(model));
  double* u = calloc((size_t)mortise_input_values(model), sizeof *u);
  double* y = calloc((size_t)mortise_outputs(model), sizeof *y);
  uint64_t hash = 0;
  if (!state || !u || !y || mortise_selftest(model, state, &hash) != 1) return 1;
  const int32_t scenario = mortise_scenario_find(model, argv[2]);
  if (mortise_player_start(model, state, scenario, &player, sizeof player) != 0) return 1;
  int32_t events = 0;
  for (int k = 0; k < 500; ++k) {
    if (mortise_player_next(model, state, &player, u) != 0) return 1;
    if (mortise_step(model, state, u, y) & mortise_stop_mask(model)) return 1;
    events += mortise_contact_events(model, state, NULL, 0, sizeof(mortise_contact_event));
  }
  FILE* out = fopen(argv[3], "w");
  if (!out) return 2;
  fprintf(out, "golden %016" PRIx64 "\nt %.17g\nevents %d\n", hash, mortise_time(model, state),
          (int)events);
  for (int32_t k = 0; k < mortise_outputs(model); ++k)
    fprintf(out, "%s %.17g\n", mortise_output_name(model, k), y[k]);
  fclose(out);
  free(u);
  free(y);
  free(arena);
  free(model);
  free(bytes);
  return 0;
}
