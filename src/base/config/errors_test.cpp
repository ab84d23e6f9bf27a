// SPDX-License-Identifier: MIT
// What a person sees for each kind of mistake: the whole text, as a table.
#include <gtest/gtest.h>

#include <fstream>

#include "base/config/document.h"
#include "base/config/toy_machine.h"
#include "base/core/errors.h"

namespace kasuri::config::toy {
namespace errors_test {

// What reading says, or "" if the text is right.
std::string mistakes(std::string_view text, std::vector<std::string> overrides = {}) {
  try {
    Document document = Document::parse(text, "c.toml", "/", overrides);
    read_machine(document);
    document.finish();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    return e.what();
  }
  return "";
}

struct Case {
  std::string_view text, said;
};

void expect(const std::vector<Case>& cases) {
  for (const auto& [text, said] : cases) EXPECT_EQ(mistakes(text), said) << text;
}

// Without distracting mistakes elsewhere.
std::string nic(std::string_view line) { return "topology = 'ring'\n[nic]\n" + std::string(line); }

TEST(Errors, WrongValues) {
  const std::vector<Case> cases = {
      {"queues = 1.5", "c.toml:3:10: error: 'queues' must be an integer from 1 to 64, not a number"},
      {"queues = 99", "c.toml:3:10: error: 'queues' is 99; it must be an integer from 1 to 64"},
      {"rdma = 'yes'", "c.toml:3:8: error: 'rdma' must be true or false, not a string"},
      {"trace = 5", "c.toml:3:9: error: 'trace' must be a path, not an integer"},
      {"trace = \"a\\u0000\"", "c.toml:3:9: error: 'trace' must not contain a zero character"},
      {"mode = 'fats'",
       "c.toml:3:8: error: 'mode' is \"fats\"; it must be a string, one of \"fast\", \"fair\"; did "
       "you mean 'fast'?"},
      {"labels = 'a'", "c.toml:3:10: error: 'labels' must be a list of strings, not a string"},
      {"labels = ['a', 1]", "c.toml:3:16: error: 'labels[1]' must be a string, not an integer"},
      {"labels = [['a']]", "c.toml:3:11: error: 'labels[0]' must be a string, not a list"},
      {"weights = [2]", "c.toml:3:12: error: 'weights[0]' is 2.0; it must be a number from 0 to 1"},
      {"weights = [nan]",
       "c.toml:3:12: error: 'weights[0]' is not finite; it must be a number from 0 to 1"},
      {"weights = ['x']",
       "c.toml:3:12: error: 'weights[0]': 'x' is not a number; a number may have % or no unit; it "
       "must be a number from 0 to 1"},
      {"timeout = 07:32:00",
       "c.toml:3:11: error: 'timeout' must be a time such as \"100 ns\", not a date"}};
  for (const auto& [line, said] : cases) EXPECT_EQ(mistakes(nic(line)), said) << line;
}

TEST(Errors, WrongUnits) {
  const std::vector<Case> cases = {
      {"overhead = 5",
       "c.toml:3:12: error: 'overhead' has no unit; units: ps, ns, us, ms, s, min; it must be a "
       "time such as \"100 ns\""},
      {"overhead = '5'",
       "c.toml:3:12: error: 'overhead': '5' has no unit; units: ps, ns, us, ms, s, min; it must be "
       "a time such as \"100 ns\""},
      {"overhead = '-5 ns'",
       "c.toml:3:12: error: 'overhead': '-5 ns' is negative; it must be a time such as \"100 ns\""},
      {"overhead = '5 GB'",
       "c.toml:3:12: error: 'overhead': '5 GB' has the unknown unit 'GB'; units: ps, ns, us, ms, s, "
       "min; it must be a time such as \"100 ns\""},
      {"overhead = 'unlimited'",
       "c.toml:3:12: error: 'overhead' cannot be unlimited; it must be a time such as \"100 ns\""},
      {"overhead = '1e30 s'",
       "c.toml:3:12: error: 'overhead': '1e30 s' is too large; it must be a time such as "
       "\"100 ns\""},
      {"buffer = '0 B'",
       "c.toml:3:10: error: 'buffer' is \"0 B\"; it must be a size such as \"2 KiB\", from \"1 B\" "
       "to \"1 GiB\""},
      {"dma = '0 B/s'",
       "c.toml:3:7: error: 'dma' is \"0 B/s\"; it must be a rate above zero such as \"25 GB/s\" or "
       "\"200 Gb/s\", or \"unlimited\""},
      {"dma = 5e9",
       "c.toml:3:7: error: 'dma' has no unit; units: B/s, kB/s, MB/s, GB/s, TB/s, KiB/s ... TiB/s; "
       "in bits b/s, kb/s, Mb/s, Gb/s, Tb/s, Kib/s ... Tib/s; it must be a rate above zero such as "
       "\"25 GB/s\" or \"200 Gb/s\", or \"unlimited\""},
      {"power = 5",
       "c.toml:3:9: error: 'power' has no unit; it must be a quantity such as \"1 W\", from \"0 W\" "
       "to \"1000 W\""},
      {"power = '5 kW'",
       "c.toml:3:9: error: 'power' is \"5000 W\"; it must be a quantity such as \"1 W\", from "
       "\"0 W\" to \"1000 W\""}};
  for (const auto& [line, said] : cases) EXPECT_EQ(mistakes(nic(line)), said) << line;
}

TEST(Errors, UnknownAndMissing) {
  expect({{"", "c.toml:1:1: error: missing section [topology], its type one of faulty, ring, single, "
               "torus"},
          {"[topolgy]\ntype = 'ring'",
           "c.toml:1:2: error: unknown section 'topolgy'; did you mean 'topology'?\n"
           "c.toml:1:1: error: missing section [topology], its type one of faulty, ring, single, "
           "torus"},
          {"[topology]\nextents = [4]",
           "c.toml:1:2: error: missing key 'type' in [topology]: one of faulty, ring, single, torus"},
          {"[topology]\ntype = 5",
           "c.toml:2:8: error: 'type' must be a string, one of faulty, ring, single, torus; not an "
           "integer"},
          {"[topology]\ntype = 'trous'\nwhatever = 1",
           "c.toml:2:8: error: unknown topology 'trous'; did you mean 'torus'?; known: faulty, ring, "
           "single, torus"},
          {"topology = 'mesh'",
           "c.toml:1:12: error: unknown topology 'mesh'; known: faulty, ring, single, torus"},
          {"topology = 5", "c.toml:1:12: error: 'topology' must be a section, not an integer"},
          {"topology = 'torus'",
           "c.toml:1:12: error: missing key 'extents' in [topology]: routers along each dimension (a "
           "list of 1 to 8 integers, each from 1 to 1048576)"},
          {"[topology]\ntype = 'torus'\ndimension = [4]",
           "c.toml:3:1: error: unknown key 'dimension'; [topology] has: type, extents, rate, cable\n"
           "c.toml:1:2: error: missing key 'extents' in [topology]: routers along each dimension (a "
           "list of 1 to 8 integers, each from 1 to 1048576)"},
          {"[topology]\ntype = 'single'\nsize = 1",
           "c.toml:3:1: error: unknown key 'size'; [topology] has: type"},
          {"topology = 'ring'\nnic = 'fast'",
           "c.toml:2:7: error: 'nic' must be a section, not a string"},
          {"topology = 'ring'\n[jobs]\nranks = 1",
           "c.toml:2:2: error: 'jobs' must be a list of sections, [[jobs]], not a section"},
          {"topology = 'ring'\njobs = [1]",
           "c.toml:2:9: error: 'jobs[0]' must be a section, not an integer"}});
}

TEST(Errors, InsideNestedChoices) {
  expect({{"[topology]\ntype = 'faulty'\nfraction = 2\n[topology.inner]\ntype = 'torus'\nrat = 1",
           "c.toml:3:12: error: 'fraction' is 2.0; it must be a number from 0 to 1\n"
           "c.toml:6:1: error: unknown key 'rat'; did you mean 'rate'?\n"
           "c.toml:4:11: error: missing key 'extents' in [topology.inner]: routers along each "
           "dimension (a list of 1 to 8 integers, each from 1 to 1048576)"},
          {"[topology]\ntype = 'faulty'\ninner = 4",
           "c.toml:3:9: error: 'inner' must be a topology, not an integer"},
          {"[topology]\ntype = 'faulty'\n",
           "c.toml:1:2: error: missing key 'inner' in [topology]: the topology that loses links (a "
           "topology)"}});
}

TEST(Errors, AcrossFieldsOnlyWhenEachIsRight) {
  expect({{"[topology]\ntype = 'torus'\nextents = [1048576, 2]",
           "c.toml:3:11: error: 'extents' make more than 1048576 routers"},
          {"[topology]\ntype = 'torus'\nextents = [1048576, 2]\nrate = '0 B/s'",
           "c.toml:4:8: error: 'rate' is \"0 B/s\"; it must be a rate such as \"25 GB/s\" or "
           "\"200 Gb/s\", from \"1 MB/s\" to \"1 TB/s\", or \"unlimited\""}});
}

TEST(Errors, AllInOneGoInTheOrderOfTheFile) {
  EXPECT_EQ(mistakes("[nic]\nqueues = 0\nspeed = 1\nmode = 'slow'\n[[jobs]]\n[[jobs]]\nrank = 2\n"
                     "[topology]\ntype = 'ring'\nrouters = 1\n",
                     {"nic.buffer=3", "oops"}),
            "c.toml:2:10: error: 'queues' is 0; it must be an integer from 1 to 64\n"
            "c.toml:3:1: error: unknown key 'speed'; [nic] has: buffer, overhead, dma, power, queues, "
            "rdma, mode, trace, timeout, weights, labels\n"
            "c.toml:4:8: error: 'mode' is \"slow\"; it must be a string, one of \"fast\", \"fair\"\n"
            "c.toml:7:1: error: unknown key 'rank'; did you mean 'ranks'?\n"
            "c.toml:10:11: error: 'routers' is 1; it must be an integer from 2 to 1000\n"
            "--set #1:12: error: 'buffer' has no unit; units: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB; "
            "it must be a size such as \"2 KiB\", from \"1 B\" to \"1 GiB\"\n"
            "--set #2:1: error: 'oops' has no '='; write key=value\n"
            "c.toml:5:1: error: missing key 'ranks' in [jobs[0]]: number of ranks (an integer from 1 "
            "to 1048576)\n"
            "c.toml:6:1: error: missing key 'ranks' in [jobs[1]]: number of ranks (an integer from 1 "
            "to 1048576)");
}

TEST(Errors, NotToml) {
  using namespace std::string_view_literals;
  expect({{"[topology\n", "c.toml:1:10: error: not TOML: table header: expected ']', saw '\\n'"},
          {"a = 1\na = 2\n",
           "c.toml:2:5: error: not TOML: key-value pair: cannot redefine existing integer 'a'"},
          {"[a]\n[a]\n", "c.toml:2:1: error: not TOML: table header: cannot redefine existing table "
                         "'a'"},
          {"a = \n", "c.toml:1:5: error: not TOML: key-value pair: expected value, saw '\\n'"},
          {"a = 1\0"sv,
           "c.toml:1:6: error: not TOML: decimal integer: expected digit, saw '\\u0000'"},
          {"a = 99999999999999999999",
           "c.toml:1:25: error: not TOML: decimal integer: '99999999999999999999' is not "
           "representable in 64 bits"},
          {"a = 'caf\xe9'", "c.toml:1:8: error: not TOML: Encountered invalid utf-8 sequence"}});
}

TEST(Errors, TooDeepOrTooLarge) {
  std::string deep(3000, '[');
  EXPECT_EQ(mistakes("a = " + deep),
            "c.toml:1:37: error: not TOML: value: exceeded maximum nested value depth of 32");
  std::string dotted = "a";
  for (int i = 0; i < 100'000; ++i) dotted += ".a";
  EXPECT_EQ(mistakes(dotted + " = 1"),
            "c.toml:1:258: error: more than 128 dots in a key");
  EXPECT_EQ(mistakes("[" + dotted + "]"),
            "c.toml:1:259: error: more than 128 dots in a key");
  EXPECT_EQ(mistakes(std::string(10 << 20, '\n')),
            "c.toml: error: the file is larger than 4 MiB, the most that a configuration may have");
  EXPECT_EQ(mistakes("topology = 'ring'" + std::string((4 << 20) - 17, '\n')), "");
}

TEST(Errors, ManyAreCounted) {
  std::string text = "topology = 'ring'\n[nic]\n";
  for (int i = 0; i < 1000; ++i) text += "unknown_" + std::to_string(i) + " = 1\n";
  const std::string said = mistakes(text);
  EXPECT_EQ(std::ranges::count(said, '\n'), 100);
  EXPECT_TRUE(said.ends_with("\nc.toml: 900 more errors not shown"));
}

TEST(Errors, WhatTheUserWroteStaysOnItsLine) {
  EXPECT_EQ(mistakes("topology = \"a\\n\\u001b[31mb\""),
            "c.toml:1:12: error: unknown topology 'a\\n\\x1b[31mb'; known: faulty, ring, single, "
            "torus");
  EXPECT_LT(mistakes("topology = '" + std::string(1 << 20, 'x') + "'").size(), 3000u);
}

TEST(Errors, ByteOrderMarkIsNone) {
  EXPECT_EQ(mistakes("\xef\xbb\xbftopology = 'ring'"), "");
  EXPECT_EQ(mistakes("\xef\xbb\xbftopology = 5"),
            "c.toml:1:12: error: 'topology' must be a section, not an integer");
}

TEST(Errors, Overrides) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"topology.routers=1", "--set #1:18: error: 'routers' is 1; it must be an integer from 2 to "
                             "1000"},
      {"topolgy.routers=1", "--set #1:1: error: unknown section 'topolgy'; did you mean 'topology'?"},
      {"=5", "--set #1:1: error: '' is not a key such as topology.type or jobs.0.ranks"},
      {"nic.a b=5", "--set #1:5: error: 'nic.a b' is not a key such as topology.type or jobs.0.ranks"},
      {"jobs.1.ranks=1",
       "--set #1:6: error: 'jobs' has 0 entries; '1' is not the index of one or of the next"},
      {"topology.type.x=1", "--set #1:15: error: 'topology.type' is a string, it has no 'x' inside"},
      {"nic.mode=\xff", "--set #1:10: error: the value is not UTF-8"},
      {"nic=5", "--set #1:5: error: 'nic' must be a section, not an integer"}};
  for (const auto& [override, said] : cases) {
    EXPECT_EQ(mistakes("[topology]\ntype = 'ring'\n", {override}), said) << override;
  }
}

TEST(Errors, Files) {
  const auto said = [](const std::filesystem::path& file) -> std::string {
    try {
      Document::load(file);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(said("/nowhere/c.toml"),
            "/nowhere/c.toml: error: cannot be read: No such file or directory");
  EXPECT_EQ(said("/tmp"), "/tmp: error: this is a directory, not a configuration file");
  EXPECT_EQ(said("/dev/zero"), "/dev/zero: error: the file is larger than 4 MiB, the most that a "
                               "configuration may have");
}

}  // namespace errors_test
}  // namespace kasuri::config::toy
