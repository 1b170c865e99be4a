# This machine. Its compiler of C++ need not be make's, g++.
ifeq ($(origin CXX),default)
CXX := c++
endif
BOARD_SOURCES := boards/host/port.c
BOARD_CFLAGS := -ffunction-sections -fdata-sections
BOARD_LDFLAGS := -Wl,--gc-sections
RUN :=
