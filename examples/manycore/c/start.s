! SPDX-License-Identifier: MIT
! Start-up code of an element: the reset vector, main(), and SLEEP, which ends the element. Memory comes with
! .data and .bss as they are in the ELF file, so there is nothing to copy or to clear.
        .section .vectors, "ax"
        .long   start
        .long   stack

        .text
        .align  2
        .global start
start:  mov.l   to_main, r0
        jsr     @r0
        nop
        sleep
        .align  2
to_main:
        .long   main

! What the compiler calls for / and %: R0 = R4 / R5, one bit in each pass. It expects all else to be kept
! but T, PR, MACH and MACL. The linker leaves these out where nobody divides.
        .section .text.divide_unsigned, "ax"
        .align  2
        .global __udivsi3_i4i
__udivsi3_i4i:
        mov.l   r1, @-r15
        mov.l   r2, @-r15
        mov     r4, r0
        mov     #0, r1          ! the remainder
        mov     #32, r2
bit:    shll    r0
        rotcl   r1
        bt      goes            ! 33 bits are more than any divisor
        cmp/hs  r5, r1
        bf      next
goes:   sub     r5, r1
        add     #1, r0
next:   dt      r2
        bf      bit
        mov.l   @r15+, r2
        rts
        mov.l   @r15+, r1

        .section .text.divide_signed, "ax"
        .align  2
        .global __sdivsi3_i4i
__sdivsi3_i4i:
        sts.l   pr, @-r15
        mov.l   r4, @-r15
        mov.l   r5, @-r15
        mov.l   r3, @-r15
        mov     r4, r3
        xor     r5, r3          ! its sign is the quotient's
        cmp/pz  r4
        bt      first
        neg     r4, r4
first:  cmp/pz  r5
        bt      second
        neg     r5, r5
second: mov.l   unsigned, r0
        jsr     @r0
        nop
        cmp/pz  r3
        bt      done
        neg     r0, r0
done:   mov.l   @r15+, r3
        mov.l   @r15+, r5
        mov.l   @r15+, r4
        lds.l   @r15+, pr
        rts
        nop
        .align  2
unsigned:
        .long   __udivsi3_i4i
