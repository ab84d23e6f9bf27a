// SPDX-License-Identifier: MIT
// Runs manycore8080.v with the host's ends: a source that always has the next wave for the first
// rank, a sink that takes what the last rank gives and frees the buffer at once. +image=FILE: 768
// bytes for all elements; +source=FILE: buffers of 128 bytes, wave by wave, pipe by pipe, port by
// port; +waves=N; +sink=FILE: where they go, in the same order; +clocks=N: the limit.
`timescale 1ns / 1ns
module manycore8080_bench;
  parameter RANKS = 3, PIPES = 4, LOG = 2;
  localparam BUFFERS = 2 * PIPES, WAVES = 16;
  reg clock = 0, reset = 1;
  wire [PIPES*2*7-1:0] out_address;
  wire [PIPES*2*8-1:0] out_data;
  wire [PIPES*2-1:0] out_writes;
  reg [PIPES*2*8-1:0] out_read = 0;
  wire [RANKS*PIPES-1:0] halted;
  manycore8080 #(.RANKS(RANKS), .PIPES(PIPES)) chip (
      .clock(clock), .reset(reset), .in_address({PIPES*14{1'b0}}), .in_data({PIPES*16{1'b0}}),
      .in_writes({PIPES*2{1'b0}}), .in_read(), .out_address(out_address), .out_data(out_data),
      .out_writes(out_writes), .out_read(out_read), .halted(halted));

  reg [8*256-1:0] name;
  reg [7:0] image[0:767], source[0:WAVES*BUFFERS*128-1], sink[0:WAVES*BUFFERS*128-1];
  reg [7:0] last[0:BUFFERS*128-1];  // the sink's windows
  integer wave[0:BUFFERS-1], file, got, waves = 1, drained = 0, last_drain = 0, k, i;
  reg [63:0] clocks = 0, limit = 1000000;

  initial begin
    if ($value$plusargs("image=%s", name)) ;
    file = $fopen(name, "rb");
    got = $fread(image, file);
    if ($value$plusargs("waves=%d", waves)) ;
    if ($value$plusargs("clocks=%d", limit)) ;
    if ($value$plusargs("source=%s", name)) ;
    file = $fopen(name, "rb");
    got = $fread(source, file);
    for (k = 0; k < BUFFERS; k = k + 1) wave[k] = 0;
    for (k = 0; k < BUFFERS * 128; k = k + 1) last[k] = 0;
    #3 clock = 1;
    #1 clock = 0;
    reset = 0;
    while (clocks < limit && !(&halted) &&
           (drained < waves * BUFFERS || clocks < last_drain + 50)) begin
      #1 clock = 1;
      #1 clock = 0;
      clocks = clocks + 1;
    end
    $display("end clocks %0d halted %0d drained %0d last %0d", clocks, &halted, drained,
             last_drain);
    if ($value$plusargs("sink=%s", name)) begin
      file = $fopen(name, "wb");
      for (k = 0; k < waves * BUFFERS * 128; k = k + 1) $fwrite(file, "%c", sink[k]);
      $fclose(file);
    end
    $finish;
  end

  genvar r, p, b;
  generate
    for (r = 0; r < RANKS; r = r + 1) begin : rank
      for (p = 0; p < PIPES; p = p + 1) begin : pipe
        integer n;
        initial begin  // the loader
          #2;
          for (n = 0; n < 768; n = n + 1) chip.rank[r].pipe[p].pe.memory[n] = image[n];
          chip.rank[r].pipe[p].pe.memory['h2fc] = p;
          chip.rank[r].pipe[p].pe.memory['h2fd] = p >> 8;
          chip.rank[r].pipe[p].pe.memory['h2fe] = LOG;
          for (n = 0; n < 128; n = n + 1) begin
            chip.rank[r].pipe[p].pe.port[0].buffer.bytes[n] = r ? 0 : source[256*p+n] | (n == 0);
            chip.rank[r].pipe[p].pe.port[1].buffer.bytes[n] =
                r ? 0 : source[256*p+128+n] | (n == 0);
          end
          for (n = 0; n < 8; n = n + 1) begin
            chip.rank[r].pipe[p].pe.cpu.pairs_high[n] = 0;
            chip.rank[r].pipe[p].pe.cpu.pairs_low[n] = 0;
          end
          {chip.rank[r].pipe[p].pe.cpu.a, chip.rank[r].pipe[p].pe.cpu.temp} = 0;
          {chip.rank[r].pipe[p].pe.cpu.sign, chip.rank[r].pipe[p].pe.cpu.zero,
           chip.rank[r].pipe[p].pe.cpu.aux, chip.rank[r].pipe[p].pe.cpu.parity,
           chip.rank[r].pipe[p].pe.cpu.carry} = 0;
        end
      end
    end
    for (p = 0; p < PIPES; p = p + 1) begin : ends
      for (b = 0; b < 2; b = b + 1) begin : port
        localparam buffer = 2 * p + b;
        integer n;
        // The source: as soon as a buffer is freed the next wave is in it.
        always @(negedge clock)
          if (!reset && !chip.rank[0].pipe[p].pe.port[b].buffer.bytes[0][0] &&
              wave[buffer] + 1 < waves) begin
            wave[buffer] = wave[buffer] + 1;
            for (n = 0; n < 128; n = n + 1)
              chip.rank[0].pipe[p].pe.port[b].buffer.bytes[n] =
                  source[(wave[buffer]*BUFFERS+buffer)*128+n] | (n == 0);
          end
        // The sink.
        integer taken = 0;
        always @(posedge clock) begin
          out_read[8*buffer+:8] <= last[128*buffer+out_address[7*buffer+:7]];
          if (out_writes[buffer]) last[128*buffer+out_address[7*buffer+:7]] = out_data[8*buffer+:8];
          if (last[128*buffer][0]) begin
            last[128*buffer] = 0;
            if (taken < waves)
              for (n = 0; n < 128; n = n + 1)
                sink[(taken*BUFFERS+buffer)*128+n] = last[128*buffer+n];
            taken = taken + 1;
            drained = drained + 1;
            last_drain = clocks + 1;
          end
        end
      end
    end
  endgenerate
endmodule
