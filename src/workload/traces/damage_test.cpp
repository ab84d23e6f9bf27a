// SPDX-License-Identifier: MIT
// Text files of all readers, damaged at random: the answer is what was read, or one error that
// names the file. tests/fuzz does the same for longer; OTF2 archives are damaged in otf2_test.
#include <fmt/format.h>

#include <functional>
#include <string_view>

#include "workload/traces/codes_network.h"
#include "workload/traces/matching.h"
#include "workload/traces/test_trace.h"
#include "workload/traces/tracer_config.h"

namespace kasuri::trace {
namespace damage_test {

// A fixed sequence: what fails can be repeated.
class Damage {
 public:
  explicit Damage(std::uint64_t seed) : state_(seed) {}

  std::string operator()(std::string text) {
    for (std::uint64_t n = 1 + draw(3); n > 0; --n) {
      const std::size_t at = draw(text.size() + 1);
      switch (draw(6)) {
        case 0:
          if (at < text.size()) text[at] ^= static_cast<char>(1 << draw(8));
          break;
        case 1:
          if (at < text.size()) text[at] = static_cast<char>(draw(256));
          break;
        case 2: text.resize(at); break;
        case 3: text.insert(at, text.substr(draw(text.size() + 1), draw(200))); break;
        case 4: text.erase(at, draw(40)); break;
        default: text.insert(at, kWords[draw(std::size(kWords))]); break;
      }
    }
    return text;
  }

 private:
  static constexpr std::string_view kWords[] = {"-1",
                                                "4294967295",
                                                "99999999999999999999",
                                                "1e300",
                                                "nan",
                                                "1000000000",
                                                "\"",
                                                "{",
                                                "}",
                                                "#",
                                                "/*",
                                                "rank",
                                                "num_ranks",
                                                "requires",
                                                "\n",
                                                "=(",
                                                std::string_view("\0", 1)};

  std::uint64_t draw(std::uint64_t below) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % below;
  }
  std::uint64_t state_;
};

void damage(const std::string& name, std::string_view text,
            const std::function<void(const std::filesystem::path&)>& read) {
  constexpr int kInputs = 600;
  int whole = 0;
  for (int i = 0; i < kInputs; ++i) {
    const std::string damaged = Damage(static_cast<std::uint64_t>(i))(std::string(text));
    const TestFile file(name, damaged);
    try {
      read(file.path());
      ++whole;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::usage) << i << damaged;
      EXPECT_THAT(e.what(), testing::HasSubstr("error: ")) << i << damaged;
    }
  }
  EXPECT_GT(whole, 0);
  EXPECT_LT(whole, kInputs);
}

void open_and_match(const std::filesystem::path& file) {
  const auto trace = open(file);
  Matching(*trace, Bytes{8}).run();
}

TEST(Damage, Goal) {
  damage("damaged.goal",
         "num_ranks 3\nrank 0 {\nl1: calc 100\nl2: send 8b to 1 tag 0 cpu 0 nic 0\nl2 requires l1\n"
         "l3: recv 9b from 2 tag 7\nl3 irequires l2\nl4: calc 5\nl4 requires l3\n}\nrank 1 {\n"
         "a: recv 8b from 0 tag 0\nb: send 10b to 2 tag 1\nb requires a\n}\n// words\nrank 2 {\n"
         "l1: send 9b to 0 tag 7\nl2: recv 10b from 1 tag 1\nl3: calc 3\nl1 requires l3\n}\n",
         open_and_match);
}

TEST(Damage, TimeIndependent) {
  damage("damaged.txt",
         "0 init\n1 init\n0 compute 2e3\n1 recv 0 7 4 1\n0 send 1 7 4 1\n0 isend 1 8 100\n"
         "1 irecv 0 8 100\n0 wait 0 1 8\n1 waitall\n0 allreduce 10 5e3\n1 allreduce 10 5e3\n"
         "0 alltoallv 2 1 1 2 1 1\n1 alltoallv 2 1 1 2 1 1\n0 finalize\n1 finalize\n",
         open_and_match);
}

constexpr std::string_view kNetwork =
    "# words\nLPGROUPS\n{\n  G { repetitions=\"8\"; server=\"4\"; modelnet_torus=\"2\"; "
    "}\n}\nPARAMS\n{\n"
    "  n_dims=\"3\"; dim_length=\"2,2,2\"; link_bandwidth=\"2.0\"; modelnet_order=( \"torus\" );\n"
    "  buffer_size=\"4096\"; router_delay=\"30\"; eager_limit=\"64000\"; "
    "copy_per_byte=\"0.1\";\n}\n";

TEST(Damage, CodesNetworks) {
  damage("damaged.conf", kNetwork, [](const auto& file) { import_codes(file); });
}

TEST(Damage, TracerJobs) {
  const TestFile network("network.conf", kNetwork);
  const CodesMachine machine = import_codes(network.path());
  damage("tracer_config",
         "NA\n2\na.otf2 NA 3 5\nb.goal NA 2 1\nM 0 8192 4096\nS 1 8 16\nT 0.001 0.0005\n"
         "E 0 solve 2e-6\n",
         [&](const auto& file) { import_tracer(file, machine, "."); });
}

// Numbers that would become memory.
TEST(Damage, NumbersAreNoPromises) {
  const auto refused = [](const std::string& name, std::string_view text) {
    const TestFile file(name, text);
    return refusal(file.path());
  };
  EXPECT_EQ(
      refused("many.goal", "num_ranks 200000000\nrank 0 {\n}\n"),
      ":1:1: error: 200000000 ranks are more than a file of 31 bytes can have schedules of");
  EXPECT_EQ(refused("many.txt", "200000000 init\n0 init\n"),
            ":1:1: error: there are fewer ranks than this");
}

}  // namespace damage_test
}  // namespace kasuri::trace
