#include "mortise_caller.h"

#include <string.h>

#include "mortise_block.h"

static mortise_block block;
static int started;

int mortise_caller_start(void) {
  started = mortise_block_start(&block) == NULL;
  return started ? 0 : 1;
}

unsigned int mortise_caller_step(const double* u, double* y) {
  if (!started && mortise_caller_start() != 0) return MORTISE_BAD_CALL;
  unsigned int status = mortise_block_step(&block, u);
  memcpy(y, block.outputs, MORTISE_MODEL_OUTPUTS * sizeof *y);
  return status;
}
