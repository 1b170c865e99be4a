# Bare Cortex-M7 as in QEMU's mps2-an500. A board of your own replaces port.cc (text out, exit),
# start.cc (reset, vectors) and the linker script.
CC := arm-none-eabi-gcc
CXX := arm-none-eabi-g++
OPT ?= -Os
STACK_BYTES ?= 32768# a multiple of 8; what was used is printed
cpu := -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard
here := boards/mps2-an500
BOARD_SOURCES := $(here)/port.cc $(here)/port_c.cc $(here)/start.cc $(here)/small_library.cc
BOARD_CFLAGS := $(cpu) -ffunction-sections -fdata-sections
BOARD_CXXFLAGS := -fno-threadsafe-statics -fno-unwind-tables -fno-asynchronous-unwind-tables \
  -Wno-stringop-overread
# nano.specs without nosys.specs: nothing supplies _sbrk, so what needs a heap does not link
BOARD_LDFLAGS := $(cpu) -nostartfiles --specs=nano.specs -T $(here)/mps2_an500.ld -Wl,--gc-sections \
  -Wl,--defsym=flash_limit=512*1024,--defsym=stack_bytes=$(STACK_BYTES),--defsym=variable_bytes=128*1024
RUN := qemu-system-arm -M mps2-an500 -cpu cortex-m7 -nographic -icount shift=5 \
  -semihosting-config enable=on,target=native -kernel
$(BUILD)/$(here)/start.o: CXXFLAGS += -mgeneral-regs-only
$(BUILD)/$(here)/small_library.o: CXXFLAGS += -ffreestanding -fno-tree-loop-distribute-patterns
