// SPDX-License-Identifier: MIT
// The chip of Tomari and Hiraki's many-core paper with 8080s: RANKS x PIPES processing elements,
// one stage of a shuffle-exchange between ranks, reflective memory. Map and wiring as in
// docs/manycore.md.

// One processing element. A buffer has two ports: the element's own, and the window of its sender,
// who is the only one on that side; so the network is wires, and needs neither routers nor
// arbiters.
module pe8080 (
    input         clock,
    input         reset,
    // Two inputs, from the senders' windows.
    input  [13:0] in_address,
    input  [15:0] in_data,
    input   [1:0] in_writes,
    output [15:0] in_read,
    // Two outputs: windows on inputs in the next rank.
    output  [6:0] out_address,
    output  [7:0] out_data,
    output  [1:0] out_writes,
    input  [15:0] out_read,
    output        halted
);
  wire [15:0] address;
  wire  [7:0] data;
  wire writes, io;
  reg [7:0] data_in;
  i8080 cpu (
      .clock(clock), .reset(reset), .interrupt(1'b0), .data_in(data_in), .address(address),
      .data_out(data), .reads(), .writes(writes), .io(io), .acknowledges(), .begins(),
      .halted(halted), .enabled());

  // 0x000 private, 0x300 and 0x380 inputs, 0x400 and 0x480 windows; elsewhere reads give ones.
  wire inside = address[15:11] == 0 && !io;
  wire is_input = inside && address[10:8] == 3;
  wire is_window = inside && address[10:8] == 4;
  wire is_private = inside && address[10:8] < 3;

  reg [7:0] memory[0:767];
  reg [7:0] memory_read;
  always @(posedge clock) begin
    if (writes && is_private) memory[address[9:0]] <= data;
    memory_read <= memory[address[9:0]];
  end

  wire [15:0] input_read;
  genvar k;
  generate
    for (k = 0; k < 2; k = k + 1) begin : port
      buffer8080 buffer (
          .clock(clock), .address_a(address[6:0]), .data_a(data),
          .writes_a(writes && is_input && address[7] == k), .read_a(input_read[8*k+:8]),
          .address_b(in_address[7*k+:7]), .data_b(in_data[8*k+:8]), .writes_b(in_writes[k]),
          .read_b(in_read[8*k+:8]));
      assign out_writes[k] = writes && is_window && address[7] == k;
    end
  endgenerate
  assign out_address = address[6:0];
  assign out_data = data;

  reg high, from_input, from_window, from_private;  // where the last address was
  always @(posedge clock) begin
    high <= address[7];
    from_input <= is_input;
    from_window <= is_window;
    from_private <= is_private;
  end
  always @*
    if (from_private) data_in = memory_read;
    else if (from_input) data_in = high ? input_read[15:8] : input_read[7:0];
    else if (from_window) data_in = high ? out_read[15:8] : out_read[7:0];
    else data_in = 8'hff;
endmodule

// 128 bytes with two ports. A port reads what stood there before a write.
module buffer8080 (
    input            clock,
    input      [6:0] address_a, address_b,
    input      [7:0] data_a, data_b,
    input            writes_a, writes_b,
    output reg [7:0] read_a, read_b
);
  reg [7:0] bytes[0:127];
  always @(posedge clock) begin
    if (writes_a) bytes[address_a] <= data_a;
    read_a <= bytes[address_a];
  end
  always @(posedge clock) begin
    if (writes_b) bytes[address_b] <= data_b;
    read_b <= bytes[address_b];
  end
endmodule

// Output b of pipe p leads to pipe (2p + b) mod PIPES of the next rank, input p's highest bit. The
// inputs of the first rank, and those that a rank behind the last would have, are the chip's:
// vectors by (pipe, input).
module manycore8080 #(
    parameter RANKS = 2,
    parameter PIPES = 4
) (
    input                  clock,
    input                  reset,
    input  [PIPES*2*7-1:0] in_address,
    input  [PIPES*2*8-1:0] in_data,
    input    [PIPES*2-1:0] in_writes,
    output [PIPES*2*8-1:0] in_read,
    output [PIPES*2*7-1:0] out_address,
    output [PIPES*2*8-1:0] out_data,
    output   [PIPES*2-1:0] out_writes,
    input  [PIPES*2*8-1:0] out_read,
    output [RANKS*PIPES-1:0] halted
);
  // Stage r is between rank r - 1 and rank r.
  wire [PIPES*2*7-1:0] address[0:RANKS];
  wire [PIPES*2*8-1:0] data[0:RANKS], read[0:RANKS];
  wire [PIPES*2-1:0] writes[0:RANKS];
  assign address[0] = in_address;
  assign data[0] = in_data;
  assign writes[0] = in_writes;
  assign in_read = read[0];
  assign read[RANKS] = out_read;
  assign out_address = address[RANKS];
  assign out_data = data[RANKS];
  assign out_writes = writes[RANKS];
  genvar r, p, b;
  generate
    for (r = 0; r < RANKS; r = r + 1) begin : rank
      for (p = 0; p < PIPES; p = p + 1) begin : pipe
        wire [6:0] window_address;
        wire [7:0] window_data;
        wire [1:0] window_writes;
        wire [15:0] window_read;
        pe8080 pe (
            .clock(clock), .reset(reset), .in_address(address[r][14*p+:14]),
            .in_data(data[r][16*p+:16]), .in_writes(writes[r][2*p+:2]),
            .in_read(read[r][16*p+:16]), .out_address(window_address), .out_data(window_data),
            .out_writes(window_writes), .out_read(window_read), .halted(halted[r*PIPES+p]));
        for (b = 0; b < 2; b = b + 1) begin : port
          localparam to = 2 * ((2 * p + b) % PIPES) + (p >= PIPES / 2 ? 1 : 0);
          assign address[r+1][7*to+:7] = window_address;
          assign data[r+1][8*to+:8] = window_data;
          assign writes[r+1][to] = window_writes[b];
          assign window_read[8*b+:8] = read[r+1][8*to+:8];
        end
      end
    end
  endgenerate
endmodule
