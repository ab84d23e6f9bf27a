// SPDX-License-Identifier: MIT
#include "base/core/environment.h"

#include <dlfcn.h>

namespace kasuri {

char** environment() {
  return *static_cast<char***>(dlsym(RTLD_DEFAULT, "environ"));
}

}  // namespace kasuri
