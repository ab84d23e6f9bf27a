// SPDX-License-Identifier: MIT
// Runs i8080.v in 64 KiB of memory and prints its registers before each instruction, for a
// comparison with the interpreter (i8080_test.cpp). Options: +image=FILE, 64 KiB loaded at 0;
// +start=ADDRESS (hex), else at 0; +clocks=N; +console, for the CP/M stub of `kasuri cpu` instead
// of the registers; +interrupt=N, a request before every Nth instruction that stays until it is
// taken.
`timescale 1ns / 1ns
module i8080_bench;
  reg clock = 0, reset = 1, request = 0;
  reg [7:0] memory[0:65535], read = 0;
  wire [15:0] address;
  wire [7:0] data_out;
  wire reads, writes, io, acknowledges, begins, halted, enabled;
  i8080 cpu (
      .clock(clock), .reset(reset), .interrupt(request), .data_in(read), .address(address),
      .data_out(data_out), .reads(reads), .writes(writes), .io(io), .acknowledges(acknowledges),
      .begins(begins), .halted(halted), .enabled(enabled));

  reg [8*256-1:0] image;
  integer file, got, started, console, every = 0;
  reg [63:0] limit = 1000000, clocks = 0, instructions = 0;
  reg [15:0] start = 0, text;
  integer taken = 0, given = 0, i;

  // The device answers with RST 0 to 7 and CALL 0x4321 by turns.
  wire [7:0] device = taken % 2 ? (given == 0 ? 8'hcd : given == 1 ? 8'h21 : 8'h43) :
                      {2'b11, 3'd0, 3'b111} | {2'b00, taken[3:1], 3'b000};

  function [15:0] pair(input integer k);
    pair = {cpu.pairs_high[k], cpu.pairs_low[k]};
  endfunction

  task finish(input [8*16-1:0] why);
    begin
      if (console) $display("");
      $display("end %0s instructions %0d cycles %0d", why, instructions, clocks);
      $finish;
    end
  endtask

  initial begin
    if (!$value$plusargs("image=%s", image)) finish("no image");
    started = $value$plusargs("start=%h", start);
    if ($value$plusargs("clocks=%d", limit)) ;
    if ($value$plusargs("interrupt=%d", every)) ;
    console = $test$plusargs("console");
    file = $fopen(image, "rb");
    got = $fread(memory, file);
    for (i = 0; i < 8; i = i + 1) {cpu.pairs_high[i], cpu.pairs_low[i]} = 0;
    {cpu.a, cpu.temp, cpu.sign, cpu.zero, cpu.aux, cpu.parity, cpu.carry} = 0;
    #1 clock = 1;
    #1 clock = 0;
    reset = 0;
    if (started) begin
      cpu.ir = 8'hc3;  // as after a jump
      {cpu.pairs_high[4], cpu.pairs_low[4]} = start;
    end
    if (console) {cpu.pairs_high[3], cpu.pairs_low[3]} = 16'hfffe;
    forever begin
      if (begins) begin
        if (every && instructions % every == 0) request = 1;
        #0;
        if (clocks >= limit) finish("limit");
        if (halted) finish("halt");
        if (!console)
          $display("%h%s A=%h F=%h BC=%h DE=%h HL=%h SP=%h E=%b cycle %0d", address,
                   acknowledges ? "!" : " ", cpu.a, cpu.flags, pair(0), pair(cpu.swapped ? 2 : 1),
                   pair(cpu.swapped ? 1 : 2), pair(3), enabled, clocks);
        instructions = instructions + 1;
      end
      if (reads) begin
        read = acknowledges ? device : io ? address[7:0] ^ 8'h5a : memory[address];
        given = acknowledges ? given + 1 : given;
        if (io && console) read = 8'hff;
      end
      if (writes && !io) memory[address] = data_out;
      if (writes && io && console) begin
        if (address[7:0] == 0) begin
          #1 clock = 1;
          clocks = clocks + 1;
          finish("exit");
        end
        if (cpu.pairs_low[0] == 2) $write("%c", cpu.pairs_low[cpu.swapped ? 2 : 1]);
        if (cpu.pairs_low[0] == 9)
          for (text = pair(cpu.swapped ? 2 : 1); memory[text] != "$"; text = text + 1)
            $write("%c", memory[text]);
      end
      #1 clock = 1;
      #1 clock = 0;
      clocks = clocks + 1;
      if (given == 1) request = 0;
      if (begins && given) begin
        given = 0;
        taken = taken + 1;
      end
    end
  end
endmodule
