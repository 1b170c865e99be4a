/* Runs an exported S-function as Simulink does, and the functions of the C Caller beside it.
 *   drive_block INPUTS STEPS > OUTPUTS
 * INPUTS: a row for each step. OUTPUTS: a row for t = 0, h, ..., STEPS h. Numbers are hexadecimal.
 * Exit status: 0, or the number of the check below that failed, with its text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mortise_caller.h"
#include "simstruc.h"

enum { kWidth = MORTISE_MODEL_INPUTS + 1, kOutputs = MORTISE_MODEL_OUTPUTS + 1 };

static SimStruct block;
static double *inputs, *rows;
static double set[kWidth], y[kOutputs], status;

static void check(int number, int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "%s%s%s\n", what, block.error != NULL ? ": " : "",
          block.error != NULL ? block.error : "");
  exit(number);
}

mxArray* mxCreateNumericMatrix(size_t m, size_t n, mxClassID type, mxComplexity complexity) {
  mxArray* array = malloc(sizeof *array);
  (void)complexity;
  array->type = type;
  array->count = m * n;
  /* at an odd address: MATLAB promises none that suits the model */
  array->data =
      (char*)calloc(m * n + 64, type == mxUINT8_CLASS ? 1 : 8) + (type == mxUINT8_CLASS ? 1 : 0);
  return array;
}
size_t mxGetNumberOfElements(const mxArray* array) { return array->count; }
void* mxGetData(const mxArray* array) { return array->data; }
double* mxGetPr(const mxArray* array) { return array->data; }
int mxIsDouble(const mxArray* array) { return array->type == mxDOUBLE_CLASS; }
int mxIsUint8(const mxArray* array) { return array->type == mxUINT8_CLASS; }

static void read_inputs(const char* path, int steps) {
  FILE* file = fopen(path, "r");
  check(2, file != NULL, "no inputs");
  inputs = calloc((size_t)steps * kWidth, sizeof *inputs);
  rows = calloc(((size_t)steps + 1) * kOutputs, sizeof *rows);
  for (int k = 0; k < steps; ++k)
    for (int i = 0; i < MORTISE_MODEL_INPUTS; ++i)
      check(2, fscanf(file, "%la", inputs + k * kWidth + i) == 1, "inputs end early");
  fclose(file);
}

static void initialize(const mxArray* parameters) {
  memset(&block, 0, sizeof block);
  block.parameter = parameters;
  s_function.initialize_sizes(&block);
  s_function.initialize_sample_times(&block);
  check(3, block.inputs == (MORTISE_MODEL_INPUTS > 0) && block.outputs == 2, "ports");
  check(3, block.inputs == 0 || block.input_width[0] == MORTISE_MODEL_INPUTS, "input width");
  check(3, block.output_width[0] >= MORTISE_MODEL_OUTPUTS, "output width");
  check(3, block.pointers == 1 && block.sample_times == 1 && !block.feedthrough, "sizes");
  check(3, block.inputs == 0 || block.contiguous, "inputs must be contiguous");
  check(3, block.period == MORTISE_MODEL_STEP && block.offset == 0, "sample time");
  check(3, block.compliance == USE_CUSTOM_OPERATING_POINT && block.tunable, "compliance");
  block.input[0] = set;
  block.output[0] = y;
  block.output[1] = &status;
  s_function.start(&block);
  check(4, block.error == NULL, "start");
}

/* Steps from..to-1; again: what they give must be what stands already. */
static void run(int from, int to, int again) {
  for (int k = from; k < to; ++k) {
    s_function.outputs(&block, 0);
    check(6, !again || memcmp(rows + k * kOutputs, y, MORTISE_MODEL_OUTPUTS * sizeof *y) == 0,
          "other outputs after it was restored");
    memcpy(rows + k * kOutputs, y, MORTISE_MODEL_OUTPUTS * sizeof *y);
    memcpy(set, inputs + k * kWidth, MORTISE_MODEL_INPUTS * sizeof *set);
    s_function.update(&block, 0);
    check(5, block.error == NULL, "update");
    memset(set, 0xFF, sizeof set); /* nobody may look at them between updates */
  }
  s_function.outputs(&block, 0);
  memcpy(rows + to * kOutputs, y, MORTISE_MODEL_OUTPUTS * sizeof *y);
}

static void refuse_parameters(const mxArray* good) {
  double values[] = {0.0, 0.0};
  const mxArray text = {mxUINT8_CLASS, 1, values}, many = {mxDOUBLE_CLASS, 1u << 20, values};
  const mxArray* wrong[] = {&text, &many};
  for (int i = 0; i < 2; ++i) {
    block.error = NULL;
    block.parameter = wrong[i];
    s_function.process_parameters(&block);
    check(7, block.error != NULL, "wrong parameters were taken");
  }
  block.error = NULL;
  block.parameter = good;
  s_function.process_parameters(&block);
  check(7, block.error == NULL, "parameters");
}

static void refuse_operating_points(mxArray* good) {
  unsigned char* bytes = good->data;
  const mxArray shorter = {mxUINT8_CLASS, good->count - 1, good->data};
  s_function.set_operating_point(&block, &shorter);
  check(8, block.error != NULL, "a short operating point was taken");
  block.error = NULL;
  bytes[200] ^= 1;
  s_function.set_operating_point(&block, good);
  check(8, block.error != NULL, "a damaged operating point was taken");
  block.error = NULL;
  bytes[200] ^= 1;
}

int main(int argc, char** argv) {
  const int steps = argc > 2 ? atoi(argv[2]) : 0;
  const mxArray none = {mxDOUBLE_CLASS, 0, NULL};
  check(2, steps > 1, "usage: drive_block INPUTS STEPS");
  read_inputs(argv[1], steps);
  initialize(&none);
  refuse_parameters(&none);
  run(0, steps / 2, 0);
  mxArray* saved = s_function.get_operating_point(&block);
  run(steps / 2, steps, 0);
  refuse_operating_points(saved);
  s_function.set_operating_point(&block, saved);
  check(6, block.error == NULL, "restore");
  run(steps / 2, steps, 1);
  s_function.terminate(&block);

  /* in another block, which has not begun */
  initialize(&none);
  s_function.set_operating_point(&block, saved);
  check(6, block.error == NULL, "restore elsewhere");
  run(steps / 2, steps, 1);
  s_function.terminate(&block);
  check(9, block.pointer == NULL, "memory is kept");
  free((char*)saved->data - 1);
  free(saved);

  for (int k = 0; k < steps; ++k) {
    (void)mortise_caller_step(inputs + k * kWidth, y);
    check(10, memcmp(rows + (k + 1) * kOutputs, y, MORTISE_MODEL_OUTPUTS * sizeof *y) == 0,
          "other outputs of the C Caller");
  }
  for (int k = 0; k <= steps; ++k, putchar('\n'))
    for (int i = 0; i < MORTISE_MODEL_OUTPUTS; ++i) printf("%a ", rows[k * kOutputs + i]);
  free(inputs);
  free(rows);
  return 0;
}
