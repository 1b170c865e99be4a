/* A machine with an operating system. */
#include "port.h"

#include <stdio.h>

void port_print(const char* text) { fputs(text, stdout); }

void port_report(void) {}
