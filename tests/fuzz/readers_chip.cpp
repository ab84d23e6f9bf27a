// SPDX-License-Identifier: MIT
// What chips and many cores read: demands, structures, programs as source and as ELF files, and
// what a program's shared object says of itself.
#include <cstring>
#include <sstream>

#include "studies/chip/chip.h"
#include "base/core/text_file.h"
#include "studies/cores/i8080_text.h"
#include "studies/cores/image_file.h"
#include "studies/manycore/pde_roms.h"
#include "studies/manycore/rom_file.h"
#include "studies/cores/sh2_text.h"
#include "reader.h"
#include "workload/programs/block_costs.h"
#include "workload/programs/compile.h"
#include "workload/programs/elf.h"
#include "workload/programs/rebase.h"

namespace kasuri::fuzz {
namespace {

// --- Demands ---

constexpr std::uint32_t kServers = 4;

void read_demands(const Input& input, const char* format) {
  stored(input);
  config::Document document =
      config::Document::parse(std::string("servers = \"2x2\"\nlayers = 2\ndemands = { type = "
                                          "\"file\", path = \"demands.csv\", format = \"") +
                                  format + "\" }\n",
                              "chip.toml", scratch());
  const chip::Config c = chip::read_config(document);
  document.finish();
  chip::DemandContext context{kServers, 1};
  for (const chip::Demand& d : c.chip.demands.make(context)->demands()) {
    require(d.source.v < kServers && d.target.v < kServers && d.source != d.target && d.bits >= 0,
            "a demand is between two servers");
  }
}

const Reader demand_list{
    "demands",
    "demands on a chip, as rows",
    [] {
      return std::vector<Input>{
          text_input("demands.csv", "source,target,bits\n0,1,100\n1,2,3000\n# last\n3,0,5\n"),
          text_input("demands.csv", "0, 3, 1000\n\n2,1,0\r\n")};
    },
    {"0", "3", "4", ",", "#", "source,target,bits", "1099511627776"},
    Place::line,
    [](const Input& i) { read_demands(i, "list"); }};

const Reader demand_matrix{"demand-matrix",
                           "demands on a chip, as a matrix",
                           [] {
                             return std::vector<Input>{text_input(
                                 "demands.csv", "0,1,2,3\n4,0,5,6\n7,8,0,9\n10,11,12,0\n")};
                           },
                           {"0", "0,0,0,0\n", ",", "#"},
                           Place::line,
                           [](const Input& i) { read_demands(i, "matrix"); }};

// --- Structures ---

void read_structure(const Input& input) {
  using Wiring = chip::LayerWiring;
  for (const Wiring wiring : {Wiring::A, Wiring::C, Wiring::mesh}) {
    chip::LayoutParams p;
    p.wiring = wiring;
    const chip::Structure s = chip::parse_structure(input.front().bytes, "structure.txt", p);
    for (std::uint32_t i = 0; i < s.servers(); ++i) {
      require(s.is_packet(s.home({i})), "a server is at a packet switch");
    }
    s.describe();
  }
}

const Reader structure{
    "structure",
    "structures of chips drawn as text",
    [] {
      return std::vector<Input>{source_file("examples/on-chip/own.txt"),
                                text_input("structure.txt",
                                           "S S S\nS P S\n\nC C C\nC . C\nlink 0,0,0 2,0,1 1.5\n"
                                           "server 1,1,0\n")};
    },
    {"S", "P", "C", ".", "link 0,0,0 1,0,0 1.5", "server 0,0,0", "#", "\n\n", "S C S\n"},
    Place::line,
    read_structure};

// --- Source of the two processors ---

void assemble(const Input& input, const emu::InstructionSet& set) {
  const emu::Image image =
      emu::assemble(input.front().bytes, set, "rom.asm", {{"PACKED", 0}, {"MINUS", 1}});
  require(image.bytes.size() <= std::size_t{64} << 20, "an image is of modest size");
}

const std::vector<std::string> kAssembler{
    "ORG", "ALIGN", "DS",  "DB",    "DW",  "DL", "IF", "ENDIF", "END",     "EQU",
    "$",   "0x1f",  "1FH", "0b101", "'c'", "(",  ")",  "<<",    ">>",      "/",
    "%",   "&",     "|",   "^",     "~",   "-",  ";",  ":",     "phase_x:"};

std::vector<std::string> with(std::vector<std::string> a, std::initializer_list<const char*> more) {
  a.insert(a.end(), more.begin(), more.end());
  return a;
}

const Reader asm_8080{
    "asm-8080",
    "source for the 8080",
    [] {
      return std::vector<Input>{
          text_input("rom.asm", std::string(emu::kPde8080)),
          text_input("rom.asm",
                     "        ORG  100H\nstart:  LXI  SP,300H\n        MVI  A,'x'\n"
                     "loop:   DCR  A\n        JNZ  loop\n        DB   'text',0,1+2*3\n"
                     "        IF   1\n        HLT\n        ENDIF\n        END\n")};
    },
    with(kAssembler,
         {"MOV A,B", "MVI", "LXI", "JMP", "JNZ", "CALL", "RST", "PUSH PSW", "STA", "LDA"}),
    Place::line,
    [](const Input& i) { assemble(i, emu::i8080::instruction_set()); }};

const Reader asm_sh2{
    "asm-sh2",
    "source for the SH-2",
    [] {
      return std::vector<Input>{
          text_input("rom.asm", std::string(emu::kPdeSh2)),
          text_input("rom.asm",
                     "        DL   start, 0x1000\nstart:  MOV  #1,R0\n"
                     "loop:   DT   R0\n        BF   loop\n        MOV.L @(8,R1),R2\n"
                     "        BRA  start\n        NOP\n        ALIGN 4\n        DW 0xffff\n")};
    },
    with(kAssembler, {"MOV.L", "@(8,R1)", "R15", "BRA", "BF", "JSR @R0", "MOVA", "#-128", "@-R15",
                      "@(R0,R1)", "GBR", "PR", "MACL"}),
    Place::line,
    [](const Input& i) { assemble(i, emu::sh2::instruction_set()); }};

// --- Programs as they are loaded ---

void put(std::string& s, std::size_t at, std::uint32_t value, int bytes) {
  for (int i = bytes; i-- > 0; value >>= 8)
    s[at + static_cast<std::size_t>(i)] = static_cast<char>(value & 255);
}

// The same with section headers, a symbol table and its names (chapter 4).
std::string with_symbols(std::string s) {
  const auto table = static_cast<std::uint32_t>(s.size());
  s.append(48, '\0');
  put(s, table + 16, 1, 4), put(s, table + 20, 8, 4), put(s, table + 30, 1, 2);
  put(s, table + 32, 12, 4), put(s, table + 36, 66, 4), put(s, table + 46, 1, 2);
  const auto names = static_cast<std::uint32_t>(s.size());
  s.append("\0phase_calc\0main\0", 17);
  const auto headers = static_cast<std::uint32_t>(s.size());
  s.append(3 * 40, '\0');
  put(s, headers + 44, 2, 4), put(s, headers + 56, table, 4), put(s, headers + 60, 48, 4);
  put(s, headers + 64, 2, 4);
  put(s, headers + 84, 3, 4), put(s, headers + 96, names, 4), put(s, headers + 100, 17, 4);
  put(s, 32, headers, 4), put(s, 46, 40, 2), put(s, 48, 3, 2);
  put(s, 24, 8, 4);
  return s;
}

// An ELF file for SuperH with two segments (System V ABI, chapter 5).
std::string sh2_elf() {
  std::string s(52 + 2 * 32 + 24, '\0');
  std::memcpy(s.data(),
              "\x7f"
              "ELF\x01\x02\x01",
              7);
  put(s, 16, 2, 2);
  put(s, 18, 42, 2);
  put(s, 28, 52, 4);
  put(s, 42, 32, 2);
  put(s, 44, 2, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t at = 52 + 32 * i;
    put(s, at, 1, 4);
    put(s, at + 4, static_cast<std::uint32_t>(116 + 12 * i), 4);
    put(s, at + 8, static_cast<std::uint32_t>(64 * i), 4);
    put(s, at + 16, 12, 4);
    put(s, at + 20, static_cast<std::uint32_t>(12 + 8 * i), 4);
  }
  return s;
}

void read_rom(const Input& input) {
  const auto rom = stored(input);
  for (const bool is_8080 : {false, true}) {
    if (is_8080 && rom.extension() == ".elf") continue;  // which are SuperH's
    const emu::ProgramContext context{is_8080, 2, 3};
    emu::load_program({rom, input.size() > 1 ? scratch() / input[1].name : "", {}}, context)
        ->image();
  }
}

const Reader rom{"rom",
                 "programs for many cores: ELF, raw bytes and their input",
                 [] {
                   return std::vector<Input>{
                       {{"rom.elf", sh2_elf()}},
                       {{"rom.elf", with_symbols(sh2_elf())}},
                       {{"rom.bin", std::string(64, '\x09')}, {"input", std::string(4096, 'x')}}};
                 },
                 {"\x7f"
                  "ELF",
                  "\xde\xad\xde\xad"},
                 Place::file,
                 read_rom};

void read_object(const Input& input) {
  const auto object = stored(input);
  if (!is_elf(object)) return;
  writable_globals(object);
  facts_of(object);
  exported_symbols(object);
  section_of(object, ".kasuri.object");
  static const std::unique_ptr<TargetCore> core = [] {
    CoreContext context;
    return config::Choice<TargetCore>("x86-64").make(context);
  }();
  std::string bytes = input.front().bytes;
  write_block_costs(bytes, core.get(), object);
}

const Reader object{"object",
                    "shared objects of programs",
                    [] {
                      const auto so =
                          compile_program(KASURI_SOURCE_DIR "/tests/specimens/program/mixed.c",
                                          Language::c, KASURI_INCLUDE_DIR);
                      return std::vector<Input>{{{"program.so", read_text(so)}}};
                    },
                    {"\x7f"
                     "ELF",
                     ".data", ".bss", ".symtab", ".dynsym"},
                    Place::file,
                    read_object};

// --- What the compiler of MPI programs gives to its assembler; may have assembly of the user's own ---

const char* const kAssembly =
    "\t.file\t\"a.c\"\n\t.text\n\t.globl\tmain\n\t.type\tmain, @function\nmain:\n.LFB0:\n"
    "\tpushq\t%rbp\n\tmovq\tx@GOTPCREL(%rip), %rax\n\tleaq\t_GLOBAL_OFFSET_TABLE_(%rip), %rbx\n"
    "\tmovl\t(%rax), %eax\n\txorl\t%ecx, %ecx\n.L3:\n\tvfmadd231pd\t(%rdi,%rcx), %ymm0, %ymm1\n"
    "\taddq\t$32, %rcx\n\tcmpq\t%rcx, %rdx\n\tjne\t.L3\n#APP\n# 7 \"a.c\" 1\n\trep movsb; nop\n"
    "# 0 \"\" 2\n#NO_APP\n\tcall\tfree@PLT\n\tjmp\t*%rax\n\tret\n"
    "\t.section\t.text.unlikely,\"axG\",@progbits,f,comdat\n.L9:\n\tlock addl\t$1, 4(%rsp)\n\tud2\n"
    "\t.previous\n\t.section\t.rodata\n.LC0:\n\t.string\t\"@GOTPCREL(%rip)\"\n"
    "\t.ident\t\"GCC: 12\"\n";

const Reader assembly{"assembly",
                      "assembly of MPI programs",
                      [] {
                        return std::vector<Input>{text_input("a.s", kAssembly)};
                      },
                      {"%gs:8", "@GOTPCREL(%rip)", "_GLOBAL_OFFSET_TABLE_(%rip)", "leaq", "movq", ".L3:",
                       "jne", "%rcx", "%xmm0", ".section", ".pushsection", ".popsection", ".previous",
                       "rep", "lock", ";", "#APP", "#NO_APP", ".byte 0x66", "$", "@tpoff", "ret", "call"},
                      Place::file,
                      [](const Input& input) {
                        std::istringstream in(input.front().bytes);
                        std::ostringstream out;
                        rebase(in, out);
                      }};

}  // namespace
}  // namespace kasuri::fuzz
