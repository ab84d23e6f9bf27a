// SPDX-License-Identifier: MIT
// kasuri network CONFIG: kasuri/network.h over a pipe, for languages that cannot link it. A line is a
// request; what starts with `call` is a callback, after which requests are read until `done`.
#include <kasuri/network.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

class Served {
 public:
  explicit Served(v1::Network& n) : n_(n) {}

  // Reads requests until the end of them, or of a callback's.
  void serve(bool in_callback) {
    for (std::string what; std::cin >> what;) {
      if (what == "done" && in_callback) return;
      answer(what);
    }
    if (in_callback) throw v1::Failure(static_cast<int>(Exit::usage), "kasuri network: input ends");
  }

 private:
  std::int64_t number() {
    std::int64_t n = 0;
    if (!(std::cin >> n)) throw v1::Failure(static_cast<int>(Exit::usage), "kasuri network: no number");
    return n;
  }
  // Numbers of nodes that are none stay none.
  std::uint32_t small() {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number(), -1, UINT32_MAX));
  }

  v1::Network::Callback callback(std::int64_t id, const char* kind) {
    return [this, id, kind] {
      std::cout << "call " << kind << ' ' << id << ' ' << n_.now() << std::endl;
      serve(true);
    };
  }

  void answer(const std::string& what) {
    if (what == "send") {
      const std::uint32_t source = small(), destination = small();
      const std::int64_t bytes = number();
      const std::uint32_t traffic_class = small();
      const std::int64_t calls = number(), id = number();
      n_.send(source, destination, bytes, traffic_class,
              calls & 1 ? callback(id, "sent") : v1::Network::Callback(),
              calls & 2 ? callback(id, "delivered") : v1::Network::Callback());
    } else if (what == "schedule") {
      const std::int64_t time = number();
      n_.schedule(time, callback(number(), "time"));
    } else if (what == "can_send") {
      const std::uint32_t source = small();
      std::cout << n_.can_send(source, number()) << std::endl;
    } else if (what == "next_event") {
      std::cout << n_.next_event() << std::endl;
    } else if (what == "advance") {
      n_.advance(number());
      std::cout << "now " << n_.now() << std::endl;
    } else if (what == "run") {
      n_.run();
      std::cout << "now " << n_.now() << std::endl;
    } else if (what == "finish") {
      std::cout << nlohmann::ordered_json::parse(n_.finish().summary_json).dump() << std::endl;
    } else {
      throw v1::Failure(static_cast<int>(Exit::usage), "kasuri network: unknown request '" + what + "'");
    }
  }

  v1::Network& n_;
};

struct NetworkArguments {
  std::string file, out;
  std::vector<std::string> overrides;
  std::int64_t waiting = 0;
};

const Verb network{
    "network", "be the network of another program, which sends messages by a pipe",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<NetworkArguments>();
      app.add_option("config", a->file, "configuration without [[jobs]]")->required();
      app.add_option("--set", a->overrides, "key=value: replace one setting")->take_all();
      app.add_option("--out", a->out, "run directory, written at the end");
      app.add_option("--waiting", a->waiting, "bytes that a node may hand over before they are sent; "
                                                   "0: any");
      return [a] {
        try {
          auto s = v1::Simulation::from_file(a->file);
          for (const std::string& o : a->overrides) {
            const std::size_t equals = std::min(o.find('='), o.size());
            s.set(o.substr(0, equals), o.substr(std::min(equals + 1, o.size())));
          }
          v1::Network n(s, {.out = a->out, .waiting = a->waiting});
          std::cout << "kasuri-network 1 " << n.nodes() << ' ' << n.classes() << std::endl;
          Served(n).serve(false);
        } catch (const v1::Failure& f) {
          throw Error(static_cast<Exit>(f.exit_code()), f.what());
        }
        return Exit::done;
      };
    }};

}  // namespace
}  // namespace kasuri::cli
