// SPDX-License-Identifier: MIT
// Algorithm 1 on the SH-2 as the many-core paper describes its program, where it does
// (section 3.2), written plainly elsewhere: all shifts are loops of one bit; packets are words of
// 16 bits without padding; what crosses a border of 4 bytes is split by software; addresses are
// computed where they are used. Three choices that the paper leaves open are constants:
//   COPIES  0: a copy goes by longwords where both sides are aligned, by words elsewhere
//           1: by longwords always, which are put together from halves, and taken apart, where they
//           are not 2: by bytes
//   COPIED  0: `send` writes its packets where they belong; 1: it makes one in memory and copies
//   it, as
//           routing does
//   DIRECT  0: addresses are shifted together by loops, too; 1: by the SH-2's shifts of 2 and 8
//   bits, so that
//           loops are left for the destination's bit and for longwords made of halves
// The program for comparison, which spends as few clocks as we know how, is in pde_sh2.cpp.
#include "studies/manycore/pde_roms.h"

namespace kasuri::emu {

// R6 source and R1 target of a copy, R7 whether packets of ours have come, R8 input, R9 component
// or tag, R13 a packet's new place, R14 packets to come.
const std::string_view kPdeSh2Paper = R"(
COPIES  EQU   0
COPIED  EQU   0
DIRECT  EQU   0
MINUS   EQU   0

        DL    start, 0x5F0
start:  NOP
phase_routing:
        BSR   window
        MOV   #0,R4
        MOV   R0,R5
own0:   MOV.W @R5,R0
        TST   #1,R0
        BF    own0
        MOV   #0,R0
        MOV.W R0,@(2,R5)
        BSR   window
        MOV   #1,R4
        MOV   R0,R5
own1:   MOV.W @R5,R0
        TST   #1,R0
        BF    own1
        MOV   #0,R0
        MOV.W R0,@(2,R5)
        MOV   #0,R7
        MOV.W k_in0,R8
        BSR   input
        NOP
        MOV.W k_in1,R8
        BSR   input
        NOP
        TST   R7,R7
        BT    done

phase_calc:
        MOV   #0,R9
each:   BSR   value
        MOV   #1,R4
        SHLL  R0
        IF    MINUS
        NEG   R0,R0
        ENDIF
        MOV   R0,R10
        BSR   value
        MOV   #0,R4
        ADD   R0,R10
        BSR   value
        MOV   #2,R4
        ADD   R0,R10
        EXTS.W R10,R10
        IF    1 - DIRECT
        MOV   #2,R1
half:   SHAR  R10
        DT    R1
        BF    half
        ENDIF
        IF    DIRECT
        SHAR  R10
        SHAR  R10
        ENDIF
        MOV   R9,R0
        SHLL  R0
        MOV.W k_values,R1
        MOV.W R10,@(R0,R1)
        ADD   #1,R9
        MOV   R9,R0
        CMP/EQ #4,R0
        BF    each

phase_send:
        MOV   #2,R9          ; tag 2: to the pipe before, of which ours is the pipe after
to:     MOV.W k_pipe,R1
        MOV.W @R1,R4
        ADD   #1,R4
        SUB   R9,R4
        MOV.W k_log,R1
        BSR   send
        MOV.W @R1,R2
        ADD   #-1,R9
        CMP/PZ R9
        BT    to
done:   BSR   window
        MOV   #0,R4
        MOV   R0,R5
        BSR   window
        MOV   #1,R4
        MOV   #1,R1
        MOV.W R1,@R5
        BRA   phase_routing
        MOV.W R1,@R0

value:  MOV   R4,R0          ; R0 = component R9 of what came with tag R4
        IF    1 - DIRECT
        MOV   #3,R1
eight:  SHLL  R0
        DT    R1
        BF    eight
        ENDIF
        IF    DIRECT
        SHLL2 R0
        SHLL  R0
        ENDIF
        MOV   R9,R1
        SHLL  R1
        ADD   R1,R0
        MOV.W k_slots,R1
        RTS
        MOV.W @(R0,R1),R0

window: MOV   R4,R0          ; R0 = output R4
        IF    1 - DIRECT
        MOV   #8,R1
byte:   SHLL  R0
        DT    R1
        BF    byte
        ENDIF
        IF    DIRECT
        SHLL8 R0
        ENDIF
        MOV.W k_out0,R1
        RTS
        ADD   R1,R0

send:   STS.L PR,@-R15       ; R4 = destination, R2 = distance, R9 = tag
        IF    1 - COPIED
        BSR   place
        MOV   R2,R11
        MOV   R11,R0
        ADD   #-1,R0
        MOV.W R0,@R1
        MOV   R4,R0
        MOV.W R0,@(2,R1)
        MOV   R9,R0
        MOV.W R0,@(4,R1)
        ADD   #6,R1
        MOV.W k_values,R6
        MOV   #4,R2
put:    MOV.W @R6+,R0
        MOV.W R0,@R1
        ADD   #2,R1
        DT    R2
        BF    put
        ENDIF
        IF    COPIED
        MOV.W k_packet,R6
        MOV   R2,R0
        MOV.W R0,@R6
        MOV   R4,R0
        MOV.W R0,@(2,R6)
        MOV   R9,R0
        BSR   emit
        MOV.W R0,@(4,R6)
        ENDIF
        LDS.L @R15+,PR
        RTS
        NOP

k_in0:  DW    0x600
k_in1:  DW    0x700
k_out0: DW    0x800
k_pipe: DW    0x5FC
k_log:  DW    0x5FE
k_slots: DW   slots
k_packet: DW  packet
k_values: DW  packet + 6

place:  STS.L PR,@-R15       ; R1 = where a packet for R4 goes, R2 ranks from here
        MOV   R4,R0
        BRA   enter
        NOP
bit:    SHLR  R0
enter:  DT    R2
        BF    bit
        AND   #1,R0
        MOV   R4,R12
        BSR   window
        MOV   R0,R4
        MOV   R12,R4
        MOV   R0,R5
        MOV.W @(2,R5),R0
        MOV   R0,R1
        ADD   #1,R0
        MOV.W R0,@(2,R5)
        MOV   R1,R3          ; 14 n = 16 n - 2 n
        SHLL  R3
        IF    1 - DIRECT
        MOV   #4,R2
times:  SHLL  R1
        DT    R2
        BF    times
        ENDIF
        IF    DIRECT
        SHLL2 R1
        SHLL2 R1
        ENDIF
        SUB   R3,R1
        ADD   R5,R1
        LDS.L @R15+,PR
        RTS
        ADD   #4,R1

emit:   STS.L PR,@-R15       ; R6 = packet; moves on behind it
        MOV.W @(2,R6),R0
        MOV   R0,R4
        BSR   place
        MOV.W @R6,R2
        MOV   R1,R13
        BSR   copy
        MOV   #14,R2
        MOV.W @R13,R0
        ADD   #-1,R0
        LDS.L @R15+,PR
        RTS
        MOV.W R0,@R13

input:  STS.L PR,@-R15       ; R8 = buffer
full:   MOV.W @R8,R0
        TST   #1,R0
        BT    full
        MOV.W @(2,R8),R0
        MOV   R0,R14
        MOV   R8,R6
        ADD   #4,R6
next:   TST   R14,R14
        BT    free
        ADD   #-1,R14
        MOV.W @R6,R0
        TST   R0,R0
        BT    ours
        BSR   emit
        NOP
        BRA   next
        NOP
ours:   MOV   #1,R7
        MOV.W @(4,R6),R0
        IF    1 - DIRECT
        MOV   #3,R1
tag:    SHLL  R0
        DT    R1
        BF    tag
        ENDIF
        IF    DIRECT
        SHLL2 R0
        SHLL  R0
        ENDIF
        MOV.W far_slots,R1
        ADD   R0,R1
        ADD   #6,R6
        BSR   copy
        MOV   #8,R2
        BRA   next
        NOP
free:   MOV   #0,R0
        MOV.W R0,@R8
        LDS.L @R15+,PR
        RTS
        NOP
far_slots: DW slots

copy:                        ; R2 bytes from R6 to R1; both move on
        IF    1 - COPIES & 1 - COPIES / 2
        MOV   #4,R3
        CMP/GE R3,R2
        BF    word
        MOV   R6,R0
        OR    R1,R0
        TST   #3,R0
        BF    word
        MOV.L @R6+,R0
        MOV.L R0,@R1
        ADD   #4,R1
        BRA   less
        ADD   #-4,R2
word:   MOV.W @R6+,R0
        MOV.W R0,@R1
        ADD   #2,R1
        ADD   #-2,R2
less:   TST   R2,R2
        BF    copy
        RTS
        NOP
        ENDIF
        IF    COPIES & 1
        MOV   #4,R3
        CMP/GE R3,R2
        BF    last
        MOV   R6,R0
        TST   #2,R0
        BT    whole
        MOV.W @R6+,R10
        MOV   #16,R3
up:     SHLL  R10
        DT    R3
        BF    up
        MOV.W @R6+,R0
        EXTU.W R0,R0
        BRA   store
        OR    R0,R10
whole:  MOV.L @R6+,R10
store:  MOV   R1,R0
        TST   #2,R0
        BT    at_once
        MOV   R10,R11
        MOV   #16,R3
down:   SHLR  R11
        DT    R3
        BF    down
        MOV.W R11,@R1
        ADD   #2,R1
        MOV.W R10,@R1
        BRA   less
        ADD   #2,R1
at_once: MOV.L R10,@R1
        ADD   #4,R1
less:   BRA   copy
        ADD   #-4,R2
last:   TST   R2,R2
        BT    end
        MOV.W @R6+,R0
        MOV.W R0,@R1
        ADD   #2,R1
end:    RTS
        NOP
        ENDIF
        IF    COPIES / 2
        MOV.B @R6+,R0
        MOV.B R0,@R1
        ADD   #1,R1
        DT    R2
        BF    copy
        RTS
        NOP
        ENDIF
code_end:
        ALIGN 4
slots   EQU   $
packet  EQU   slots + 24
)";

}  // namespace kasuri::emu
