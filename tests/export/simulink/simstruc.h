/* A stand-in for what S-functions of `mortise export --source` use of Simulink's simstruc.h and of
 * MATLAB's matrices: one block, its ports and its memory. */
#ifndef MORTISE_TEST_SIMSTRUC_H
#define MORTISE_TEST_SIMSTRUC_H

#include <stddef.h>

typedef double real_T;
typedef int int_T;

typedef enum { mxDOUBLE_CLASS, mxUINT8_CLASS } mxClassID;
typedef enum { mxREAL } mxComplexity;
typedef struct {
  mxClassID type;
  size_t count;
  void* data;
} mxArray;

mxArray* mxCreateNumericMatrix(size_t rows, size_t columns, mxClassID type,
                               mxComplexity complexity);
size_t mxGetNumberOfElements(const mxArray* array);
void* mxGetData(const mxArray* array);
double* mxGetPr(const mxArray* array);
int mxIsDouble(const mxArray* array);
int mxIsUint8(const mxArray* array);

enum { kMostPorts = 2 };
typedef enum { OPERATING_POINT_COMPLIANCE_UNKNOWN, USE_CUSTOM_OPERATING_POINT } Compliance;
typedef struct {
  int parameters, inputs, outputs, sample_times, pointers;
  int input_width[kMostPorts], output_width[kMostPorts];
  int contiguous, feedthrough, tunable;
  real_T* input[kMostPorts];
  real_T* output[kMostPorts];
  real_T period, offset;
  Compliance compliance;
  void* pointer;
  const char* error;
  const mxArray* parameter;
} SimStruct;

#define ssSetNumSFcnParams(S, n) ((S)->parameters = (n))
#define ssGetNumSFcnParams(S) ((S)->parameters)
#define ssGetSFcnParamsCount(S) ((S)->parameter != NULL ? 1 : 0)
#define ssGetSFcnParam(S, i) ((void)(i), (S)->parameter)
#define ssSetSFcnParamTunable(S, i, on) ((void)(i), (S)->tunable = (on))
#define ssSetNumInputPorts(S, n) ((S)->inputs = (n), 1)
#define ssSetNumOutputPorts(S, n) ((S)->outputs = (n), 1)
#define ssSetInputPortWidth(S, i, n) ((S)->input_width[i] = (n))
#define ssSetOutputPortWidth(S, i, n) ((S)->output_width[i] = (n))
#define ssSetInputPortRequiredContiguous(S, i, on) ((void)(i), (S)->contiguous = (on))
#define ssSetInputPortDirectFeedThrough(S, i, on) ((void)(i), (S)->feedthrough = (on))
#define ssGetInputPortRealSignal(S, i) ((const real_T*)(S)->input[i])
#define ssGetOutputPortRealSignal(S, i) ((S)->output[i])
#define ssSetNumSampleTimes(S, n) ((S)->sample_times = (n))
#define ssSetSampleTime(S, i, t) ((void)(i), (S)->period = (t))
#define ssSetOffsetTime(S, i, t) ((void)(i), (S)->offset = (t))
#define ssSetNumPWork(S, n) ((S)->pointers = (n))
#define ssSetPWorkValue(S, i, p) ((void)(i), (S)->pointer = (p))
#define ssGetPWorkValue(S, i) ((void)(i), (S)->pointer)
#define ssSetOperatingPointCompliance(S, c) ((S)->compliance = (c))
#define ssSetErrorStatus(S, text) ((S)->error = (text))

/* What simulink.c hands to Simulink of an S-function. */
typedef struct {
  void (*initialize_sizes)(SimStruct*);
  void (*initialize_sample_times)(SimStruct*);
  void (*start)(SimStruct*);
  void (*process_parameters)(SimStruct*);
  void (*outputs)(SimStruct*, int_T);
  void (*update)(SimStruct*, int_T);
  void (*terminate)(SimStruct*);
  mxArray* (*get_operating_point)(SimStruct*);
  void (*set_operating_point)(SimStruct*, const mxArray*);
} SFunction;
extern const SFunction s_function;

#endif
