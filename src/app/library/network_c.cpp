// SPDX-License-Identifier: MIT
// The same for C: what is thrown there is remembered here.
#include <kasuri/network.h>

using kasuri::v1::Network;

struct kasuri_network {
  Network network;
  std::string summary;
};

namespace {

thread_local std::string network_error;

template <class T, class F>
T or_else(T failed, F f) {
  try {
    return f();
  } catch (const std::exception& e) {
    network_error = e.what();
    return failed;
  }
}

Network::Callback callback(kasuri_callback f, void* argument) {
  if (!f) return {};
  return [f, argument] { f(argument); };
}

}  // namespace

kasuri_network* kasuri_network_open(const char* file, const char* const* settings, const char* out,
                                    int64_t waiting) {
  return or_else<kasuri_network*>(nullptr, [&] {
    auto s = kasuri::v1::Simulation::from_file(file);
    for (; settings && *settings; ++settings) {
      const std::string setting = *settings;
      const std::size_t equals = setting.find('=');
      if (equals == std::string::npos) throw kasuri::v1::Failure(2, "setting without '=': " + setting);
      s.set(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return new kasuri_network{Network(s, {.out = out ? out : "", .waiting = waiting}), {}};
  });
}

const char* kasuri_network_error() { return network_error.c_str(); }
uint32_t kasuri_network_nodes(const kasuri_network* n) { return n->network.nodes(); }

bool kasuri_network_send(kasuri_network* n, uint32_t source, uint32_t destination, int64_t bytes,
                         uint32_t traffic_class, kasuri_callback on_sent, kasuri_callback on_delivered,
                         void* argument) {
  return or_else(false, [&] {
    n->network.send(source, destination, bytes, traffic_class, callback(on_sent, argument),
                    callback(on_delivered, argument));
    return true;
  });
}

bool kasuri_network_can_send(const kasuri_network* n, uint32_t source, int64_t bytes) {
  return n->network.can_send(source, bytes);
}

bool kasuri_network_schedule(kasuri_network* n, int64_t time, kasuri_callback f, void* argument) {
  return or_else(false, [&] { return n->network.schedule(time, callback(f, argument)), true; });
}

int64_t kasuri_network_now(const kasuri_network* n) { return n->network.now(); }

int64_t kasuri_network_next_event(kasuri_network* n) {
  return or_else(int64_t{-1}, [&] { return n->network.next_event(); });
}

bool kasuri_network_advance(kasuri_network* n, int64_t until) {
  return or_else(false, [&] { return n->network.advance(until), true; });
}

bool kasuri_network_run(kasuri_network* n) {
  return or_else(false, [&] { return n->network.run(), true; });
}

const char* kasuri_network_finish(kasuri_network* n) {
  return or_else<const char*>(nullptr, [&] {
    n->summary = n->network.finish().summary_json;
    return n->summary.c_str();
  });
}

void kasuri_network_close(kasuri_network* n) { delete n; }
