// SPDX-License-Identifier: MIT
// Algorithm 1 on the SH-2. A packet is words of 16 bits: distance, destination, tag, four values;
// aligned it has one more word before the values and is copied in longwords. Packed, packets begin
// at any even address, and a copy is split at borders of 4 bytes, that is, into words.
#include "studies/manycore/pde_roms.h"

namespace kasuri::emu {

// R8 input 0, R9 and R10 outputs, R11 slots, R12 pipe and log2 N, R13 and R14 room in the outputs,
// R7 whether packets of ours have come.
const std::string_view kPdeSh2 = R"(
PACKED  EQU   0
MINUS   EQU   0
SIZE    EQU   16 - 2*PACKED
VALUES  EQU   8 - 2*PACKED

        DL    start, 0x5F0
start:  MOV.W k_in0,R8
        MOV.W k_out0,R9
        MOV.W k_out1,R10
        MOV.W k_slots,R11
        MOV.W k_pipe,R12
phase_routing:
own0:   MOV.W @R9,R0
        TST   #1,R0
        BF    own0
own1:   MOV.W @R10,R0
        TST   #1,R0
        BF    own1
        MOV   #0,R0
        MOV.W R0,@(2,R9)
        MOV.W R0,@(2,R10)
        MOV   R9,R13
        ADD   #4,R13
        MOV   R10,R14
        ADD   #4,R14
        MOV   #0,R7
        BSR   input
        MOV   R8,R4
        MOV.W k_in1,R4
        BSR   input
        NOP
        TST   R7,R7
        BT    done

phase_calc:
        MOV   R11,R1
        MOV.W k_values,R5
        MOV   #4,R2
each:   MOV.W @(8,R1),R0
        SHLL  R0
        IF    MINUS
        NEG   R0,R0
        ENDIF
        MOV   R0,R3
        MOV.W @(16,R1),R0
        ADD   R0,R3
        MOV.W @R1+,R0
        ADD   R0,R3
        EXTS.W R3,R3
        SHAR  R3
        SHAR  R3
        MOV.W R3,@R5
        ADD   #2,R5
        DT    R2
        BF    each

phase_send:
        MOV.W @R12,R4        ; to the pipe before: our value is of its pipe after
        ADD   #-1,R4
        BSR   send
        MOV   #2,R0
        MOV.W @R12,R4
        BSR   send
        MOV   #1,R0
        MOV.W @R12,R4
        ADD   #1,R4
        BSR   send
        MOV   #0,R0
done:   MOV   #1,R0
        MOV.W R0,@R9
        BRA   phase_routing
        MOV.W R0,@R10

send:   MOV.W k_packet,R6    ; R4 = destination, R0 = tag; goes on in emit
        MOV.W R0,@(4,R6)
        MOV   R4,R0
        MOV.W R0,@(2,R6)
        MOV.W @(2,R12),R0
        BRA   emit
        MOV.W R0,@R6

k_in0:  DW    0x600
k_in1:  DW    0x700
k_out0: DW    0x800
k_out1: DW    0x900
k_pipe: DW    0x5FC
k_slots: DW   slots
k_packet: DW  packet
k_values: DW  packet + VALUES

input:  STS   PR,R3          ; R4 = buffer
full:   MOV.W @R4,R0
        TST   #1,R0
        BT    full
        MOV.W @(2,R4),R0
        MOV   R0,R5          ; number of packets
        MOV   R4,R6
        ADD   #4,R6
next:   TST   R5,R5
        BT    free
        ADD   #-1,R5
        MOV.W @R6,R0
        TST   R0,R0
        BT    ours
        BSR   emit
        NOP
        BRA   next
        NOP
ours:   MOV   #1,R7
        MOV.W @(4,R6),R0     ; slot of the tag
        SHLL  R0
        SHLL  R0
        SHLL  R0
        ADD   R11,R0
        IF    PACKED
        ADD   #VALUES,R6
        MOV   #4,R2
copy:   MOV.W @R6+,R1
        MOV.W R1,@R0
        ADD   #2,R0
        DT    R2
        BF    copy
        BRA   next
        NOP
        ENDIF
        IF    1 - PACKED
        MOV.L @(8,R6),R1
        MOV.L R1,@R0
        MOV.L @(12,R6),R1
        MOV.L R1,@(4,R0)
        BRA   next
        ADD   #SIZE,R6
        ENDIF
free:   LDS   R3,PR
        MOV   #0,R0
        RTS
        MOV.W R0,@R4

emit:   MOV.W @R6,R2         ; R6 = packet; moves on behind it
        MOV.W @(2,R6),R0
        BRA   enter
        NOP
bit:    SHLR  R0             ; bit 0 = bit distance-1 of the destination
enter:  DT    R2
        BF    bit
        TST   #1,R0
        BF    one
        MOV   R13,R1
        ADD   #SIZE,R13
        MOV.W @(2,R9),R0
        ADD   #1,R0
        BRA   room
        MOV.W R0,@(2,R9)
one:    MOV   R14,R1
        ADD   #SIZE,R14
        MOV.W @(2,R10),R0
        ADD   #1,R0
        MOV.W R0,@(2,R10)
room:   MOV.W @R6+,R0
        ADD   #-1,R0
        MOV.W R0,@R1
        IF    PACKED
        MOV   #6,R2
move:   ADD   #2,R1
        MOV.W @R6+,R0
        DT    R2
        BF/S  move
        MOV.W R0,@R1
        ENDIF
        IF    1 - PACKED
        MOV.W @R6+,R0
        MOV.W R0,@(2,R1)
        MOV.L @R6+,R0
        MOV.L R0,@(4,R1)
        MOV.L @R6+,R0
        MOV.L R0,@(8,R1)
        MOV.L @R6+,R0
        MOV.L R0,@(12,R1)
        ENDIF
        RTS
        NOP
code_end:
        ALIGN 4
slots   EQU   $
packet  EQU   slots + 24
)";

}  // namespace kasuri::emu
