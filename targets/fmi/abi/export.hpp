// How the functions of the standard leave the library, and nothing else does.
#pragma once

#if defined(_WIN32)
#define MORTISE_FMI_EXPORT __declspec(dllexport)
#else
#define MORTISE_FMI_EXPORT __attribute__((visibility("default")))
#endif

#define MORTISE_FMI_PASTE_NAMES(a, b) a##b
#define MORTISE_FMI_PASTE(a, b) MORTISE_FMI_PASTE_NAMES(a, b)
