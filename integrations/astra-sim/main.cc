// SPDX-License-Identifier: MIT
// ASTRA-sim with Kasuri as its network. Options are those of ASTRA-sim's own front ends; README.md has commands.
#include <astra-sim/common/Logging.hh>
#include <astra-sim/system/Sys.hh>
#include <extern/remote_memory_backend/analytical/AnalyticalRemoteMemory.hh>

#include <cstdio>
#include <memory>
#include <sstream>

#include "kasuri_network.hh"

namespace {

using Options = std::map<std::string, std::string>;

// --name=value or --name value.
Options read(int argc, char** argv, Options all) {
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    const std::size_t equals = word.find('=');
    const bool follows = equals == word.npos && i + 1 < argc;
    const std::string value = follows ? argv[++i] : equals == word.npos ? "" : word.substr(equals + 1);
    const std::string name = word.substr(0, equals);
    if (name != "--set" && !all.contains(name)) throw kasuri::v1::Failure(2, "unknown option " + name);
    all[name] += name == "--set" ? value + '\n' : "";
    if (name != "--set") all[name] = value;
  }
  for (const auto& [name, value] : all) {
    if (value == "?") throw kasuri::v1::Failure(2, name + " is missing");
  }
  return all;
}

// Later versions of ASTRA-sim also want a folder.
template <class Factory>
void begin_log(const std::string& configuration) {
  if constexpr (requires { Factory::init(configuration, configuration); }) {
    Factory::init(configuration, "log");
  } else {
    Factory::init(configuration);
  }
}

std::vector<int> dimensions(const std::string& text, std::uint32_t nodes) {
  std::vector<int> all;
  std::istringstream in(text);
  for (std::string number; std::getline(in, number, ',');) all.push_back(std::stoi(number));
  if (all.empty()) all.push_back(static_cast<int>(nodes));
  std::uint64_t npus = 1;
  for (const int d : all) npus *= static_cast<std::uint64_t>(d);
  if (npus == 0 || npus > nodes) {
    throw kasuri::v1::Failure(2, "--logical-dims: " + std::to_string(npus) + " NPUs on " + std::to_string(nodes) +
                                     " nodes");
  }
  return all;
}

int simulate(const Options& o) {
  auto machine = kasuri::v1::Simulation::from_file(o.at("--network-configuration"));
  std::istringstream settings(o.at("--set"));
  for (std::string s; std::getline(settings, s);) {
    machine.set(s.substr(0, s.find('=')), s.substr(std::min(s.find('='), s.size() - 1) + 1));
  }
  kasuri::v1::Network network(machine, {.out = o.at("--out"), .waiting = 0});
  const std::vector<int> dims = dimensions(o.at("--logical-dims"), network.nodes());
  begin_log<AstraSim::LoggerFactory>(o.at("--logging-configuration"));
  Analytical::AnalyticalRemoteMemory memory(o.at("--remote-memory-configuration"));

  kasuri_astra::Shared shared(network);
  std::vector<std::unique_ptr<kasuri_astra::KasuriNetwork>> networks;
  std::vector<AstraSim::Sys*> systems;
  int npus = 1;
  for (const int d : dims) npus *= d;
  const std::vector<int> queues(dims.size(), std::stoi(o.at("--num-queues-per-dim")));
  for (int i = 0; i < npus; ++i) {
    networks.push_back(std::make_unique<kasuri_astra::KasuriNetwork>(i, shared));
    systems.push_back(new AstraSim::Sys(i, o.at("--workload-configuration"), o.at("--comm-group-configuration"),
                                        o.at("--system-configuration"), &memory, networks.back().get(), dims,
                                        queues, std::stod(o.at("--injection-scale")),
                                        std::stod(o.at("--comm-scale")), o.at("--rendezvous-protocol") == "true"));
  }
  for (AstraSim::Sys* s : systems) s->workload->fire();
  network.run();
  const kasuri::v1::Outcome outcome = network.finish();
  AstraSim::LoggerFactory::shutdown();
  std::printf("%s", outcome.text.c_str());
  if (shared.finished == npus) return outcome.exit_code;
  std::fprintf(stderr, "%d of %d NPUs have not finished\n", npus - shared.finished, npus);
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return simulate(read(argc, argv,
                         {{"--workload-configuration", "?"},
                          {"--system-configuration", "?"},
                          {"--remote-memory-configuration", "?"},
                          {"--network-configuration", "?"},
                          {"--comm-group-configuration", "empty"},
                          {"--logging-configuration", "empty"},
                          {"--num-queues-per-dim", "1"},
                          {"--comm-scale", "1"},
                          {"--injection-scale", "1"},
                          {"--rendezvous-protocol", "false"},
                          {"--logical-dims", ""},
                          {"--out", ""},
                          {"--set", ""}}));
  } catch (const kasuri::v1::Failure& f) {
    std::fprintf(stderr, "%s\n", f.what());
    return f.exit_code();
  }
}
