// SPDX-License-Identifier: MIT
// An Intel 8080, state by state: every opcode, undocumented aliases included, takes the machine cycles
// and states of the Intel 8080 Microcomputer Systems User's Manual (1975), ch. 2 and 4. Structured
// as the chip is: one array of register pairs with an incrementer beside it, one 8-bit unit for
// arithmetic, one byte bus. Memory never waits (no READY, no HOLD): it takes the address at the end
// of T1 of a machine cycle and gives the byte by the end of T3; a write is at the end of T3.
module i8080 (
    input             clock,
    input             reset,        // starts at 0; the registers keep what they had, as in the chip
    input             interrupt,    // looked at where an instruction begins
    input       [7:0] data_in,
    output     [15:0] address,
    output      [7:0] data_out,
    output            reads,        // T1 of a machine cycle that reads memory, a port or the device
    output            writes,       // T3 of one that writes
    output            io,           // the address is a port number, twice
    output            acknowledges, // the byte read is the interrupting device's
    output            begins,       // T1 of an instruction
    output            halted,
    output reg        enabled       // interrupts
);
  localparam [2:0] BC = 0, DE = 1, HL = 2, SP = 3, WZ = 4, PC = 5;

  reg [7:0] pairs_high[0:7], pairs_low[0:7];
  reg [7:0] a, temp, ir;
  reg sign, zero, aux, parity, carry;
  reg swapped;          // XCHG: DE and HL have changed places
  reg jammed;           // this instruction comes from the interrupting device
  reg [15:0] latch;     // the address of this machine cycle, and what the incrementer works on
  reg [2:0] m, t;       // machine cycle and state, both from 1

  // The instruction. In M1 it is the one before until T4.
  wire [1:0] group = ir[7:6];
  wire [2:0] ddd = ir[5:3], sss = ir[2:0];
  wire [2:0] pair = {1'b0, ir[5:4]};
  wire low_group = group == 0, high_group = group == 3;
  wire hlt = ir == 8'h76;
  wire mov = group == 1 && !hlt;
  wire mvi = low_group && sss == 6;
  wire inr_dcr = low_group && (sss == 4 || sss == 5);
  wire lxi = low_group && ir[3:0] == 4'h1;
  wire dad = low_group && ir[3:0] == 4'h9;
  wire inx_dcx = low_group && sss == 3;
  wire stax_ldax = low_group && sss == 2 && !ir[5];
  wire direct = low_group && sss == 2 && ir[5];      // SHLD LHLD STA LDA
  wire adjust = low_group && sss == 7;               // RLC RRC RAL RAR DAA CMA STC CMC
  wire alu = group == 2;
  wire alu_byte = high_group && sss == 6;
  wire pop = high_group && ir[3:0] == 4'h1;
  wire push = high_group && ir[3:0] == 4'h5;
  wire ret = high_group && (sss == 0 || ir[5:0] == 6'h09 || ir[5:0] == 6'h19);
  wire jmp = high_group && (sss == 2 || (sss == 3 && ddd[2:1] == 0));
  wire call = high_group && (sss == 4 || (sss == 5 && ir[3]));
  wire rst = high_group && sss == 7;
  wire out_in = high_group && sss == 3 && ddd[2:1] == 1;
  wire xthl = ir == 8'he3, xchg = ir == 8'heb, pchl = ir == 8'he9, sphl = ir == 8'hf9;
  wire di_ei = high_group && sss == 3 && ddd[2:1] == 3;
  wire to_m = ddd == 6, from_m = sss == 6;
  wire word = lxi || direct || jmp || call;          // two bytes follow
  wire byte_follows = mvi || alu_byte || out_in;

  wire conditional = high_group && (sss == 0 || sss == 2 || sss == 4);
  reg flag;
  always @*
    case (ddd[2:1])
      0: flag = zero;
      1: flag = carry;
      2: flag = parity;
      3: flag = sign;
    endcase
  wire taken = !conditional || flag == ddd[0];
  wire pushes = push || rst || (call && taken);

  // How long it takes.
  reg [2:0] cycles;
  always @*
    if (xthl || (call && taken) || (direct && !ir[4])) cycles = 5;
    else if (direct) cycles = 4;
    else if (word || pop || push || rst || out_in || dad || (ret && taken) ||
             ((mvi || inr_dcr) && to_m)) cycles = 3;
    else if (mvi || alu_byte || stax_ldax || hlt || (mov && (to_m || from_m)) || (alu && from_m))
      cycles = 2;
    else cycles = 1;
  wire long_fetch = (mov && !to_m && !from_m) || (inr_dcr && !to_m) || inx_dcx || pchl || sphl ||
                    call || push || rst || (ret && conditional);
  wire m1 = m == 1, m2 = m == 2, m3 = m == 3, m4 = m == 4, m5 = m == 5;
  wire ends_cycle = m1 ? t == (long_fetch ? 5 : 4) : t == (m5 && xthl ? 5 : 3);

  assign begins = m1 && t == 1;
  wire accepts = begins && interrupt && enabled && ir != 8'hfb;  // EI acts one instruction later
  assign halted = begins && hlt && !accepts;
  wire jumps = (jmp || call || ret) && taken;  // the next instruction is where WZ points, or RST's
  wire jam = begins ? accepts : jammed;

  // Machine cycles: which pair is the address, what becomes of it, in which direction.
  wire idle = (dad || hlt) && !m1;
  wire stack = push || rst || pop || ret || xthl;
  reg [2:0] address_pair;
  always @*
    if (m1) address_pair = jumps ? WZ : PC;
    else if ((word || byte_follows) && (m2 || (m3 && word))) address_pair = PC;
    else if (stack || call) address_pair = SP;
    else if (stax_ldax) address_pair = pair;
    else if (direct || out_in) address_pair = WZ;
    else address_pair = HL;
  wire [2:0] counted_pair = m1 ? PC : address_pair;
  wire fetches = m1 || address_pair == PC;
  wire up = fetches ? !jam : (pop || ret || (xthl && m2) || (direct && m4));
  wire down = !m1 && (((push || rst) && m2) || ((call || xthl) && m4));
  wire stores = !m1 && !fetches &&
                ((mov && to_m) || (m3 && (mvi || inr_dcr)) || ((stax_ldax || direct) && !ir[3]) ||
                 push || rst || call || (xthl && (m4 || m5)) || (out_in && !ir[3]));
  assign reads = t == 1 && !idle && !stores && !halted && !reset;
  assign writes = t == 3 && stores;
  assign io = out_in && m3;
  assign acknowledges = jam && fetches;

  // One byte or pair read from the array, one written.
  wire late = t >= 4;
  reg [2:0] at;        // which pair
  reg low;             // which half
  reg [2:0] r;         // a register's number, for MOV, MVI, INR, DCR and arithmetic
  always @* r = (alu || (mov && !(m1 && t == 5))) ? sss : ddd;
  always @* begin
    at = {1'b0, r[2:1]};
    low = r[0];
    if (t == 1) at = idle ? (dad ? pair : HL) : address_pair;
    else if (t == 2 && idle) at = HL;
    else if (m1 && late) begin
      if (pchl || sphl) at = HL;
      else if (inx_dcx) at = pair;
      else if (pushes) at = SP;
    end else if (m5 && late) at = WZ;
    else if (push) at = pair;
    else if (rst || call) at = PC;
    else if (direct || xthl) at = HL;
    if (dad) low = m2;
    else if (push || rst) low = m3;
    else if (call || xthl) low = m5;
    else if (direct) low = m4;
  end
  wire [2:0] real_at = swapped && (at == DE || at == HL) ? at ^ 3'd3 : at;
  wire [15:0] read_pair = {pairs_high[real_at], pairs_low[real_at]};
  wire [7:0] read_byte = low ? read_pair[7:0] : read_pair[15:8];
  wire [7:0] vector = {2'b00, ddd, 3'b000};
  wire restarts = m1 && t == 1 && rst;
  assign address = t == 1 ? (restarts ? {8'b0, vector} : read_pair) : latch;

  // The byte bus.
  wire uses_a = (!m1 || late) && (stax_ldax || out_in || (direct && ir[4]) ||
                ((push || pop) && pair == SP && m2) ||
                ((mov || mvi || inr_dcr || alu) && r == 7));
  wire uses_flags = push && pair == SP && m3;
  wire receives = !m1 && !stores && !idle && t == 3;
  wire [7:0] flags = {sign, zero, 1'b0, aux, 1'b0, parity, 1'b1, carry};
  wire [7:0] bus = (receives || (m1 && t == 3)) ? data_in :
                   uses_flags ? flags : uses_a ? a : read_byte;

  // Arithmetic: INR, DCR, DAD and plain copies work on temp, all else on A.
  wire counts = inr_dcr || mov || mvi;
  wire operates = (alu && !from_m && m1 && t == 4) || ((alu || alu_byte) && m2 && t == 3);
  wire subtracts = (alu || alu_byte) && (ddd == 2 || ddd == 3 || ddd == 7);
  wire daa = adjust && ddd == 4;
  wire high_digit = a > 8'h99 || carry;
  wire low_digit = a[3:0] > 9 || aux;
  wire [7:0] left = (counts || dad) ? temp : a;
  wire [7:0] right = daa ? {1'b0, {2{high_digit}}, 2'b00, {2{low_digit}}, 1'b0} :
                     counts ? {8{inr_dcr && sss[0]}} : bus ^ {8{subtracts}};
  wire with_carry = dad ? m3 && carry : daa ? 1'b0 : counts ? inr_dcr && !sss[0] :
                    subtracts ? !(ddd == 3 && carry) : ddd == 1 && carry;
  wire [8:0] sum = left + right + with_carry;
  wire half_carry = left[4] ^ right[4] ^ sum[4];
  wire logical = (alu || alu_byte) && ddd[2] && ddd != 7;
  reg [7:0] result;
  always @*
    if (!logical) result = sum[7:0];
    else
      case (ddd[1:0])
        0: result = a & bus;
        1: result = a ^ bus;
        default: result = a | bus;
      endcase
  wire new_aux = logical ? ddd == 4 && (a[3] || bus[3]) : half_carry;
  wire new_carry = logical ? 1'b0 : daa ? high_digit : sum[8] ^ subtracts;

  // What is written into the array.
  wire index_done = m1 && t == 5 && (inx_dcx || pchl || sphl || pushes);
  wire counted = index_done || (t == 2 && !idle && !halted) || (m5 && t == 5);
  wire decreases = index_done ? pushes || (inx_dcx && ir[3]) : down;
  wire increases = index_done ? inx_dcx && !ir[3] : t == 2 && up;
  wire [15:0] moved = latch + {{15{decreases}}, increases || decreases};
  wire added = dad && !m1 && t == 2;
  wire stored = m1 && t == 5 && (mov || inr_dcr) && ddd != 7;
  reg [2:0] to;
  reg to_high, to_low;
  always @* begin
    to = {1'b0, ddd[2:1]};
    to_high = 0;
    to_low = 0;
    if (counted || added) begin
      to = t == 2 ? (idle ? HL : counted_pair) : m5 ? HL : inx_dcx ? pair : pchl ? PC : SP;
      to_high = counted || m3;
      to_low = counted || m2;
    end else if (stored) begin
      to_high = !ddd[0];
      to_low = ddd[0];
    end else if (receives) begin
      if ((mov || mvi) && !to_m) begin
        to_high = !ddd[0] && ddd != 7;
        to_low = ddd[0] && ddd != 7;
      end else if (lxi || (pop && pair != SP)) begin
        to = pair;
        to_high = m3;
        to_low = m2;
      end else if (direct && (m4 || m5)) begin
        to = HL;
        to_high = m5 && !ir[4];
        to_low = m4 && !ir[4];
      end else if (word || ret || xthl || (out_in && m2)) begin
        to = WZ;
        to_high = m3 || out_in;
        to_low = m2;
      end
    end
  end
  wire [2:0] real_to = swapped && (to == DE || to == HL) ? to ^ 3'd3 : to;
  wire computed = added || stored;
  always @(posedge clock) begin
    if (to_high) pairs_high[real_to] <= counted ? moved[15:8] : computed ? result : bus;
    if (to_low) pairs_low[real_to] <= counted ? moved[7:0] : computed ? result : bus;
  end
  assign data_out = (mvi || inr_dcr) ? result : bus;

  wire loads_a = receives && (((mov || mvi) && ddd == 7) || (stax_ldax && ir[3]) ||
                              (direct && m4 && ir[4]) || (out_in && m3) ||
                              (pop && pair == SP && m3));
  wire restores_flags = receives && pop && pair == SP && m2;
  wire stored_in_a = m1 && t == 5 && (mov || inr_dcr) && ddd == 7;
  wire adjusts = m1 && t == 4 && adjust;
  wire sets_flags = operates || (adjusts && daa) ||
                    (inr_dcr && ((m1 && t == 5) || (m3 && t == 3)));

  always @(posedge clock) begin
    if (t == 1 || (t == 4 && (m1 || m5))) latch <= restarts ? {8'b0, vector} : read_pair;
    if (m1 && t == 3) ir <= data_in;
    if ((m1 && t == 4) || receives || (dad && t == 1)) temp <= bus;

    if ((operates && ddd != 7) || (adjusts && daa) || stored_in_a) a <= result;
    else if (loads_a) a <= bus;
    else if (adjusts)
      case (ddd)
        0: a <= {a[6:0], a[7]};
        1: a <= {a[0], a[7:1]};
        2: a <= {a[6:0], carry};
        3: a <= {carry, a[7:1]};
        5: a <= ~a;
      endcase

    if (restores_flags) {sign, zero, aux, parity, carry} <= {bus[7:6], bus[4], bus[2], bus[0]};
    else begin
      if (sets_flags) begin
        sign <= result[7];
        zero <= result == 0;
        parity <= ~^result;
        aux <= new_aux;
      end
      if (operates || (adjusts && daa)) carry <= new_carry;
      else if (added) carry <= sum[8];
      else if (adjusts)
        case (ddd)
          0, 2: carry <= a[7];
          1, 3: carry <= a[0];
          6: carry <= 1;
          7: carry <= !carry;
        endcase
    end

    if (m1 && t == 4 && xchg) swapped <= !swapped;
    if (m1 && t == 4 && di_ei) enabled <= ddd[0];
    if (begins) begin
      jammed <= accepts;
      if (accepts) enabled <= 0;
    end

    if (!halted) t <= ends_cycle ? 1 : t + 1;
    if (ends_cycle) m <= m == cycles ? 1 : m + 1;

    if (reset) begin
      m <= 1;
      t <= 1;
      ir <= 8'hc7;  // as after RST 0
      enabled <= 0;
      jammed <= 0;
      swapped <= 0;
    end
  end
endmodule
