// SPDX-License-Identifier: MIT
// Network files of CODES, read as `kasuri import codes` reads them (workload/traces/codes_network.h).
#include "app/imports/importer.h"
#include "workload/traces/codes_network.h"

namespace kasuri::imports {
namespace {

const Importer codes{"codes", "a network file of CODES (LPGROUPS)",
                     [](const Source& s) { return s.contains("LPGROUPS"); },
                     [](const Source& s) {
                       trace::CodesMachine machine = trace::import_codes(s.path());
                       return Imported{std::move(machine.toml), {}, std::move(machine.warnings)};
                     }};

}  // namespace
}  // namespace kasuri::imports
