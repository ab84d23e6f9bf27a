// SPDX-License-Identifier: MIT
// A plug-in whose patterns do in a run what they must not (test_install.py).
#include <kasuri/kasuri.h>

using namespace kasuri::v1;

struct Far : Pattern {
  std::uint32_t destination(std::uint32_t, std::uint64_t bits) const override { return bits ? 99 : 1; }
};

struct Thrower : Pattern {
  std::uint32_t destination(std::uint32_t, std::uint64_t bits) const override {
    if (bits) throw std::runtime_error("it is tired");
    return 1;
  }
};

template <class T>
std::unique_ptr<T> make(const Settings&, const Machine&, const Job&) {
  return std::make_unique<T>();
}

KASURI_PLUGIN(registry) {
  registry.pattern("far", "to a rank that does not exist", {}, &make<Far>);
  registry.pattern("thrower", "throws in the run", {}, &make<Thrower>);
}
