# AArch64 Linux by the GNU cross toolchain; static, so that it runs on a board and under qemu-aarch64.
CC := aarch64-linux-gnu-gcc
CXX := aarch64-linux-gnu-g++
BOARD_SOURCES := boards/host/port.c
BOARD_CFLAGS := -ffunction-sections -fdata-sections
BOARD_LDFLAGS := -static -Wl,--gc-sections
RUN := qemu-aarch64
