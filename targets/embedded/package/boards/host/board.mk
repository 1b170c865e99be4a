# This machine.
BOARD_SOURCES := boards/host/port.c
BOARD_CFLAGS := -ffunction-sections -fdata-sections
BOARD_LDFLAGS := -Wl,--gc-sections
RUN :=
