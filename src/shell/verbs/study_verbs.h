// SPDX-License-Identifier: MIT
// The verbs that programs of their own have (studies/): `kasuri` lists them and starts those programs.
#pragma once

#include <array>

namespace kasuri::cli {

struct StudyVerb {
  const char *name, *program, *summary;
};

inline constexpr StudyVerb kChipVerb{"chip", "kasuri-chip",
                                    "plan packet and circuit switches of a 3-D chip"};
inline constexpr StudyVerb kManycoreVerb{"manycore", "kasuri-manycore",
                                        "emulate a chip of small processors"};
inline constexpr StudyVerb kCpuVerb{"cpu", "kasuri-manycore", "run one 8080 or SH-2 core"};
inline constexpr std::array kStudyVerbs{kChipVerb, kCpuVerb, kManycoreVerb};

}  // namespace kasuri::cli
