// SPDX-License-Identifier: MIT
#include "studies/lanes/translation.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <concepts>

#include "base/core/compiler.h"
#include "base/core/errors.h"

namespace kasuri::emu {
namespace {

// The instruction set of the host, as the engine in lanes chooses it. Not -march=native, which
// means something else on each host that shares the cache.
CompilerWords flags() {
  CompilerWords words{"-std=c++17", "-O2", "-shared", "-fPIC", "-w", "-fno-exceptions"};
#if HWY_ARCH_X86
  const auto targets = hwy::SupportedTargets();
  words.emplace_back(targets & HWY_AVX3   ? "-march=x86-64-v4"
                     : targets & HWY_AVX2 ? "-march=x86-64-v3"
                     : targets & HWY_SSE4 ? "-march=x86-64-v2"
                                          : "-march=x86-64");
#endif
  return words;
}

}  // namespace

template <class Core>
Translation::Translation(const TranslatorInput<Core>& input) {
  TranslatedText translated = translate(input);
  entries_ = std::move(translated.entries);
  std::string text = fmt::format(
      "using Cell = {};\nconstexpr unsigned kInputs = {}, kLocal = {}, kWindow = {}, kOnChip = {},\n"
      "                   kSync = {};\n",
      std::same_as<Core, Core8080> ? "unsigned char" : "unsigned", Core::kInputs, Core::kLocal,
      Core::kWindow, Core::kOnChip, Core::kSyncBytes);
  text += fmt::format("{}\n{}\n{}", kFrameText, kTranslationPrelude, translated.text);
  load(text, Core::kName);
}

void Translation::load(const std::string& text, std::string_view processor) {
  try {
    const auto object = compile_text(fmt::format("rom-{}", processor), text, flags());
    object_ = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!object_) {
      missing_ = fmt::format("not translated: {}", dlerror());
      return;
    }
    run_ = reinterpret_cast<translated::Run>(dlsym(object_, "kasuri_run"));
    if (!run_) missing_ = "not translated: the compiler's object has no code";
  } catch (const Error& e) {
    if (static_cast<int>(e.code()) > 128) throw;  // interrupted
    missing_ = fmt::format("not translated: {}", e.what());
  }
}

Translation::~Translation() {
  if (object_) dlclose(object_);
}

template Translation::Translation(const TranslatorInput<Core8080>&);
template Translation::Translation(const TranslatorInput<CoreSh2>&);

}  // namespace kasuri::emu
