// The board for main.c.
#include "../../port.h"

#include "port.hpp"

void port_print(const char* text) { port::print(text); }

void port_report() {
  port::print("stack ");
  port::print_decimal(static_cast<std::uint32_t>(port::stack_used()));
  port::print(" of ");
  port::print_decimal(static_cast<std::uint32_t>(port::stack_size()));
  port::print(" byte\n");
}
