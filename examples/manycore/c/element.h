// SPDX-License-Identifier: MIT
// What a program sees of its SH-2 element: two input buffers, two windows on the inputs of the next
// rank, and what the loader has written (docs/manycore.md, "The machine").
#pragma once

struct Buffer {
  unsigned short owner;  // 0: the sender's, 1: the receiver's
  unsigned short packets;
};

#define INPUT(port) ((volatile struct Buffer*)(0x600 + 0x100 * (port)))
#define OUTPUT(port) ((volatile struct Buffer*)(0x800 + 0x100 * (port)))
#define PIPE (*(volatile unsigned short*)0x5fc)
#define LOG2_PIPES (*(volatile unsigned short*)0x5fe)

// Loops of this form are proven to wait: the emulator skips them.
#define WAIT_UNTIL_MINE(buffer, mine) \
  while (((buffer)->owner & 1) != (mine)) { \
  }

// From here on, clocks are those of this phase (`phase_cycles` of the report). Once each in a program.
#define PHASE(name) __asm__ volatile(".global phase_" #name "\nphase_" #name ":" ::: "memory")
