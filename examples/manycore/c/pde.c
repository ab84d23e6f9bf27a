// SPDX-License-Identifier: MIT
// The paper's Algorithm 1 in C: packets that have arrived are taken in, others are sent on by one bit
// of their destination; then one step of the PDE, and its results to the pipe before, the same one and
// the next.
// Packets are those of `layout = "aligned"`, so that `ends = "program"` compares them with the formula.
#include "element.h"

typedef struct {
  unsigned short distance, destination, tag, unused;
  short value[4];
} Packet;

static Packet result;
static short slots[3][4];  // by tag: of the pipe before, the same, the next
static volatile Packet* room[2];

static volatile Packet* first_packet(volatile struct Buffer* b) { return (volatile Packet*)(b + 1); }

static void copy(volatile void* to, const volatile void* from, int words) {
  volatile int* t = to;
  const volatile int* f = from;
  do *t++ = *f++;
  while (--words);
}

// Through the output that the destination's bit `distance - 1` names. The loop shifts one bit in each pass:
// an SH-2 has no shift by a number in a register.
static __attribute__((noinline)) void emit(const volatile Packet* p) {
  unsigned bits = p->destination;
  for (int left = p->distance; --left;) bits >>= 1;
  const int port = bits & 1;
  volatile Packet* to = room[port]++;
  copy(to, p, sizeof *p / 4);
  to->distance = p->distance - 1;
  ++OUTPUT(port)->packets;
}

static __attribute__((noinline)) int take_in(volatile struct Buffer* in) {
  int ours = 0;
  WAIT_UNTIL_MINE(in, 1);
  const volatile Packet* p = first_packet(in);
  for (int left = in->packets; left; --left, ++p) {
    if (p->distance) {
      emit(p);
    } else {
      copy(slots[p->tag], p->value, 2);
      ours = 1;
    }
  }
  in->owner = 0;
  return ours;
}

// (a + 2b + c) / 4 with 16 bits that wrap, by two shifts.
static void step(int k) {
  const short sum = (short)(slots[0][k] + 2 * slots[1][k] + slots[2][k]);
  result.value[k] = (short)(sum >> 2);
}

int main(void) {
  for (;;) {
    PHASE(routing);
    for (int port = 0; port < 2; ++port) {
      WAIT_UNTIL_MINE(OUTPUT(port), 0);
      OUTPUT(port)->packets = 0;
      room[port] = first_packet(OUTPUT(port));
    }
    int ours = 0;
    for (int port = 0; port < 2; ++port) {
      if (take_in(INPUT(port))) ours = 1;
    }
    if (ours) {
      PHASE(calc);
      for (int k = 0; k < 4; ++k) step(k);
      PHASE(send);
      result.distance = LOG2_PIPES;
      for (int to = -1; to <= 1; ++to) {
        result.destination = PIPE + to;
        result.tag = 1 - to;
        emit(&result);
      }
    }
    OUTPUT(0)->owner = 1;
    OUTPUT(1)->owner = 1;
  }
}
