// SPDX-License-Identifier: MIT
// Algorithm 1 on the 8080. A packet is 12 bytes: distance, destination (2), tag, four values of 16
// bits; its tag says whose value it is: 0 of the pipe before, 1 of its own, 2 of the pipe after.
#include "studies/manycore/pde_roms.h"

namespace kasuri::emu {

const std::string_view kPde8080 = R"(
IN0     EQU  300H
IN1     EQU  380H
OUT0    EQU  400H
OUT1    EQU  480H
PIPE    EQU  2FCH
LOGN    EQU  2FEH
MINUS   EQU  0

        LXI  SP,PIPE
phase_routing:
        LXI  H,OUT0         ; wait until the outputs are ours, and empty them
own0:   MOV  A,M
        RRC
        JC   own0
        INX  H
        MVI  M,0
        INX  H
        SHLD next0
        LXI  H,OUT1
own1:   MOV  A,M
        RRC
        JC   own1
        INX  H
        MVI  M,0
        INX  H
        SHLD next1
        XRA  A
        STA  mine
        LXI  H,IN0
        CALL input
        LXI  H,IN1
        CALL input
        LDA  mine
        ORA  A
        JZ   done

phase_calc:
        LXI  H,values
        SHLD result
        LXI  H,slots
        MVI  B,4
each:   PUSH B
        MOV  E,M            ; DE = value of the pipe before
        INX  H
        MOV  D,M
        PUSH H
        LXI  B,7
        DAD  B
        MOV  C,M            ; BC = own value
        INX  H
        MOV  B,M
        PUSH H
        IF   MINUS
        MOV  A,C            ; BC = -BC
        CMA
        MOV  C,A
        MOV  A,B
        CMA
        MOV  B,A
        INX  B
        ENDIF
        XCHG
        DAD  B
        DAD  B
        XCHG                ; DE = sum of both
        POP  H
        LXI  B,7
        DAD  B
        MOV  A,M            ; + value of the pipe after
        ADD  E
        MOV  E,A
        INX  H
        MOV  A,M
        ADC  D
        MOV  D,A
        MVI  C,2            ; two arithmetic shifts
halve:  MOV  A,D
        RLC
        MOV  A,D
        RAR
        MOV  D,A
        MOV  A,E
        RAR
        MOV  E,A
        DCR  C
        JNZ  halve
        LHLD result
        MOV  M,E
        INX  H
        MOV  M,D
        INX  H
        SHLD result
        POP  H
        INX  H
        POP  B
        DCR  B
        JNZ  each

phase_send:
        LHLD PIPE           ; to the pipe before: our value is of its pipe after
        DCX  H
        MVI  A,2
        CALL send
        LHLD PIPE
        MVI  A,1
        CALL send
        LHLD PIPE
        INX  H
        XRA  A
        CALL send
done:   MVI  A,1
        STA  OUT0
        STA  OUT1
        JMP  phase_routing

send:   STA  packet+3       ; HL = destination, A = tag
        SHLD packet+1
        LDA  LOGN
        STA  packet
        LXI  H,packet
        JMP  emit

input:  MOV  A,M            ; HL = buffer
        RRC
        JNC  input
        PUSH H
        INX  H
        MOV  B,M            ; number of packets
        INX  H
next:   DCR  B
        JM   free
        MOV  A,M
        ORA  A
        JZ   ours
        CALL emit
        JMP  next
ours:   MVI  A,1
        STA  mine
        LXI  D,3
        DAD  D
        MOV  A,M            ; slot of the tag
        INX  H
        RLC
        RLC
        RLC
        ADI  slots & 0xff
        MOV  E,A
        MVI  D,slots >> 8
        MVI  C,8
copy:   MOV  A,M
        STAX D
        INX  H
        INX  D
        DCR  C
        JNZ  copy
        JMP  next
free:   POP  H
        MVI  M,0
        RET

emit:   PUSH B              ; HL = packet; returns the address after it
        MOV  C,M
        INX  H
        MOV  E,M
        INX  H
        MOV  D,M
        DCX  H
        DCX  H
        ORA  A
bit:    MOV  A,D            ; carry = bit distance-1 of the destination
        RAR
        MOV  D,A
        MOV  A,E
        RAR
        MOV  E,A
        DCR  C
        JNZ  bit
        XCHG
        JC   one
        LXI  H,OUT0+1
        INR  M
        LHLD next0
        JMP  room
one:    LXI  H,OUT1+1
        INR  M
        LHLD next1
room:   XCHG                ; HL = packet, DE = room for it
        MOV  A,M
        DCR  A
        STAX D
        INX  H
        INX  D
        MVI  C,11
move:   MOV  A,M
        STAX D
        INX  H
        INX  D
        DCR  C
        JNZ  move
        MOV  A,E            ; outputs differ in bit 7 of the address
        ORA  A
        XCHG
        JM   two
        SHLD next0
        JMP  moved
two:    SHLD next1
moved:  XCHG
        POP  B
        RET
code_end:
        ALIGN 32            ; the slots must not cross a page
slots   EQU  $
packet  EQU  slots+24
values  EQU  packet+4
next0   EQU  packet+12
next1   EQU  next0+2
result  EQU  next1+2
mine    EQU  result+2
)";

}  // namespace kasuri::emu
