/* Level-2 C S-function of the model: mortise_sfun(parameters).
 *   parameters  of laws in the order of model.h, tunable; [] for those of the file
 *   input       MORTISE_MODEL_INPUTS numbers, none if there are none
 *   outputs     MORTISE_MODEL_OUTPUTS numbers; status bits of the step that led to them
 * It stops the simulation where a step has no solution. Build it in MATLAB with build_sfun.m. */
#define S_FUNCTION_NAME mortise_sfun
#define S_FUNCTION_LEVEL 2

#include <stdlib.h>
#include <string.h>

#include "mortise_block.h"
#include "simstruc.h"

enum { kParameters, kDialogParameters };
enum { kOutputs, kStatus, kOutputPorts };

static mortise_block* block_of(SimStruct* S) { return (mortise_block*)ssGetPWorkValue(S, 0); }

static void set_parameters(SimStruct* S) {
  const mxArray* given = ssGetSFcnParam(S, kParameters);
  const char* wrong = NULL;
  if (mxGetNumberOfElements(given) > 0 && !mxIsDouble(given)) wrong = "parameters must be doubles";
  if (wrong == NULL)
    wrong = mortise_block_set_parameters(block_of(S), mxGetPr(given), mxGetNumberOfElements(given));
  if (wrong != NULL) ssSetErrorStatus(S, wrong);
}

static void mdlInitializeSizes(SimStruct* S) {
  ssSetNumSFcnParams(S, kDialogParameters);
  if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) return;
  ssSetSFcnParamTunable(S, kParameters, 1);

  if (!ssSetNumInputPorts(S, MORTISE_MODEL_INPUTS > 0 ? 1 : 0)) return;
  if (MORTISE_MODEL_INPUTS > 0) {
    ssSetInputPortWidth(S, 0, MORTISE_MODEL_INPUTS);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
  }
  if (!ssSetNumOutputPorts(S, kOutputPorts)) return;
  ssSetOutputPortWidth(S, kOutputs, MORTISE_MODEL_OUTPUTS > 0 ? MORTISE_MODEL_OUTPUTS : 1);
  ssSetOutputPortWidth(S, kStatus, 1);

  ssSetNumSampleTimes(S, 1);
  ssSetNumPWork(S, 1);
  ssSetOperatingPointCompliance(S, USE_CUSTOM_OPERATING_POINT);
}

static void mdlInitializeSampleTimes(SimStruct* S) {
  ssSetSampleTime(S, 0, MORTISE_MODEL_STEP);
  ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct* S) {
  mortise_block* block = (mortise_block*)malloc(sizeof *block);
  const char* wrong = block != NULL ? mortise_block_start(block) : "no memory for the model";
  ssSetPWorkValue(S, 0, block);
  if (wrong != NULL) {
    ssSetErrorStatus(S, wrong);
    return;
  }
  set_parameters(S);
}

#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct* S) { set_parameters(S); }

static void mdlOutputs(SimStruct* S, int_T tid) {
  const mortise_block* block = block_of(S);
  (void)tid;
  memcpy(ssGetOutputPortRealSignal(S, kOutputs), block->outputs,
         MORTISE_MODEL_OUTPUTS * sizeof(real_T));
  *ssGetOutputPortRealSignal(S, kStatus) = (real_T)block->status;
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct* S, int_T tid) {
  mortise_block* block = block_of(S);
  const real_T* inputs = MORTISE_MODEL_INPUTS > 0 ? ssGetInputPortRealSignal(S, 0) : NULL;
  (void)tid;
  if (mortise_block_step(block, inputs) & mortise_stop_mask(&block->model))
    ssSetErrorStatus(S, "the step has no solution for these inputs; the status says why");
}

static void mdlTerminate(SimStruct* S) {
  free(block_of(S));
  ssSetPWorkValue(S, 0, NULL);
}

#ifdef MATLAB_MEX_FILE
#define MDL_OPERATING_POINT
static mxArray* mdlGetOperatingPoint(SimStruct* S) {
  mxArray* saved = mxCreateNumericMatrix(1, MORTISE_BLOCK_SAVED_BYTES, mxUINT8_CLASS, mxREAL);
  mortise_block_save(block_of(S), (unsigned char*)mxGetData(saved));
  return saved;
}

static void mdlSetOperatingPoint(SimStruct* S, const mxArray* saved) {
  const char* wrong = "the operating point is one of another block";
  if (mxIsUint8(saved) && mxGetNumberOfElements(saved) == MORTISE_BLOCK_SAVED_BYTES)
    wrong = mortise_block_restore(block_of(S), (const unsigned char*)mxGetData(saved));
  if (wrong != NULL) ssSetErrorStatus(S, wrong);
}
#endif

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
