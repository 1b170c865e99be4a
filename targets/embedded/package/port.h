/* What main.c needs of its board: boards/<board>/ has it. */
#ifndef MORTISE_PORT_H
#define MORTISE_PORT_H

#ifdef __cplusplus
extern "C" {
#endif

void port_print(const char* text); /* zero-terminated, without a new line of its own */
void port_report(void);            /* prints what the board measures, e.g. stack that was used */

#ifdef __cplusplus
}
#endif

#endif
