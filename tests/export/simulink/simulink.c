/* The end of an S-function, as Simulink's own simulink.c: included by it. */
#if S_FUNCTION_LEVEL != 2 || !defined(MDL_START) || !defined(MDL_UPDATE) || \
    !defined(MDL_PROCESS_PARAMETERS) || !defined(MDL_OPERATING_POINT)
#error "a method would not be found"
#endif

const SFunction s_function = {mdlInitializeSizes,
                              mdlInitializeSampleTimes,
                              mdlStart,
                              mdlProcessParameters,
                              mdlOutputs,
                              mdlUpdate,
                              mdlTerminate,
                              mdlGetOperatingPoint,
                              mdlSetOperatingPoint};
