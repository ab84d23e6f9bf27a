// SPDX-License-Identifier: MIT
// What all network models share, with models that exist here only: a model that registers itself brings its
// section into the configuration, is chosen by it or by its level, and is asked what it can do.
#include "network/model/network_model.h"

#include <gmock/gmock.h>

#include "base/config/writer.h"
#include "base/core/errors.h"

namespace kasuri {
namespace network_model_test {

using namespace literals;
using testing::HasSubstr;

struct ToyParams {
  Bytes queue{100};

  static config::Fields<ToyParams> fields() {
    return {config::field("queue", &ToyParams::queue, "for tests").at_least(1_B)};
  }
};

class Toy : public NetworkModel {
 public:
  using NetworkModel::NetworkModel;
  std::optional<config::Field> field() const override {
    if (section.empty()) return std::nullopt;
    return model_section<ToyParams>(section, "for tests");
  }
  Capabilities can(const NetworkSettings&) const override { return {.failures = true}; }
  std::string where(const NetworkSettings&) const override { return "in a toy"; }
  std::string instead(const NetworkSettings&) const override { return "buy another"; }
  bool reads(std::string_view, std::string_view key) const override { return key != "vcs"; }
  std::uint64_t memory_bytes(const NetworkSettings&, const NetworkPlan&, bool) const override { return 0; }
  std::uint64_t bytes_per_nic(const NetworkSettings&) const override { return 0; }
  Lookahead lookahead(const NetworkSettings&, const NetworkPlan&, const std::vector<bool>&) const override {
    return {};
  }
  std::unique_ptr<NetworkPart> build(const PartContext&) const override { return nullptr; }
};

const Toy by_default(Fidelity::packet, "", true, false);
const Toy chosen(Fidelity::packet, "toy", false, true);
const Toy slow(Fidelity::flow, "slow", true, false);

// A configuration that begins with the settings of networks, as that of runs does.
struct Machine : NetworkSettings {
  static config::Fields<Machine> fields() {
    using P = Machine;
    config::Fields<P> all{config::field("fidelity", &P::fidelity, "for tests"),
                          config::field("router", &P::router, "for tests")};
    add_model_sections(all, &P::models);
    return all;
  }
};

struct Read {
  explicit Read(const std::string& toml)
      : document(config::Document::parse(toml, "test.toml")),
        machine(config::read<Machine>(document.root())) {}

  std::string complaint() {
    try {
      document.finish();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  config::Document document;
  Machine machine;
};

TEST(NetworkModel, IsChosenByItsSectionOrItsLevel) {
  EXPECT_EQ(&Read("").machine.model(), &by_default);
  EXPECT_EQ(&Read("fidelity = 'packet'\n").machine.model(), &by_default);
  EXPECT_EQ(&Read("[toy]\n").machine.model(), &chosen);
  EXPECT_EQ(&Read("fidelity = 'flow'\n").machine.model(), &slow);
  // A section chooses only models that say so, and none of another level.
  EXPECT_EQ(&Read("[slow]\n").machine.model(), &by_default);
  EXPECT_EQ(&Read("fidelity = 'flow'\n[toy]\n").machine.model(), &slow);
}

TEST(NetworkModel, HasItsOwnSectionInTheConfiguration) {
  Read given("[toy]\nqueue = '7 B'\n");
  EXPECT_EQ(given.complaint(), "");
  ASSERT_TRUE(given.machine.models.find<ToyParams>("toy"));
  EXPECT_EQ(given.machine.models.find<ToyParams>("toy")->queue, 7_B);
  EXPECT_FALSE(given.machine.models.has("slow"));
  EXPECT_THAT(config::Writer().top(given.machine).text(), HasSubstr("queue = \"7 B\""));
  EXPECT_THAT(Read("[toy]\nqueue = '0 B'\n").complaint(), HasSubstr("test.toml:2:9: error"));
  EXPECT_THAT(Read("[toi]\n").complaint(), HasSubstr("toy"));
}

TEST(NetworkModel, RefusesSectionsOfOthersAndNotesWhatItDoesNotRead) {
  Read other("fidelity = 'flow'\n[toy]\n[router]\nvcs = 4\nbuffer = '1 KiB'\n");
  check_model(other.machine, other.document.root());
  EXPECT_EQ(other.document.notes(), "test.toml:4:1: note: 'vcs' has no effect in a toy\n");
  EXPECT_EQ(other.complaint(),
            "test.toml:2:2: error: this section is for fidelity = \"packet\": set it, or leave out this "
            "section");
}

TEST(NetworkModel, MeetsNeedsOrNamesTwoCures) {
  Read given("[router]\nvcs = 4\n");
  check_needs(given.machine,
              {{&Capabilities::failures, "router", "vcs", "nothing fails", "hope"},
               {&Capabilities::sleeping_links, "router", "vcs", "links do not sleep", "stay awake"}},
              given.document.root());
  EXPECT_EQ(given.complaint(),
            "test.toml:2:7: error: links do not sleep in a toy: stay awake, or buy another");
}

}  // namespace network_model_test
}  // namespace kasuri
