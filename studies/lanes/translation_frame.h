// SPDX-License-Identifier: MIT
// What translated code and the rest of the engine share: the state of one turn of a group. It is
// compiled here, and as text there.
#pragma once

#include <cstdint>
#include <string_view>

#define KASURI_TRANSLATION_FRAME(...)                        \
  namespace kasuri::emu::translated {                        \
  __VA_ARGS__                                                \
  }                                                          \
  namespace kasuri::emu {                                    \
  inline constexpr std::string_view kFrameText = #__VA_ARGS__; \
  }

KASURI_TRANSLATION_FRAME(
    // Half of an output: 32 lanes of the senders, every second lane of the receivers.
    struct Piece {
      unsigned char* rows;  // of the receivers' group
      unsigned port;        // theirs
      unsigned first;       // lane of the senders
      unsigned offset;      // 0 or 1
    };
    struct Frame {
      unsigned char* registers;
      unsigned char* rows;           // of this group
      const unsigned char* initial;  // rows of the ROM; null: this group has others instead
      const int* read_at;            // of each row: where it stands in rows; less than 0: not there
      const int* write_at;           // the same for rows that may be written to as if it were nothing
      const unsigned long* holds;  // lanes that own each window now
      Piece pieces[2][2];               // [output]
      unsigned wide;                    // whether they are
      unsigned pc;
      unsigned phase;
      unsigned depth;
      unsigned clocks;                  // counted since the call
      unsigned executed;                // instructions
      unsigned alike_in;                // registers known to be the same in all lanes,
      unsigned s[20];                   // and what they are there
      int budget;                       // jumps back that are left
    };
    using Run = void (*)(Frame*);)

#undef KASURI_TRANSLATION_FRAME
