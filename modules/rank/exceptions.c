/* SPDX-License-Identifier: MIT
 * Exceptions of C++: the table of a function names the types that it catches, and all ranks share that table, so
 * its types are those of the copy that the loader has made. Types without a name for others (of an unnamed
 * namespace, of a function) are compared by address. Therefore what a rank throws gets the type of that copy
 * (Itanium C++ ABI: Exception Handling, section 2.4.3).
 */
#include <stdint.h>

extern intptr_t kasuri_copied[3];

static void *shared(void *type) {
  const char *table;
  __asm__("movq %%gs:8, %0" : "=r"(table));
  const intptr_t distance = (const char *)type - table, from = distance - kasuri_copied[0];
  return from >= 0 && from < kasuri_copied[1] ? (void *)(kasuri_copied[2] + distance) : type;
}

typedef void Destroy(void *);

/* The linker leads all calls of NAME to __wrap_NAME. */
__attribute__((noreturn)) void __real___cxa_throw(void *object, void *type, Destroy *);
__attribute__((noreturn)) void __wrap___cxa_throw(void *object, void *type, Destroy *destroy) {
  __real___cxa_throw(object, shared(type), destroy);
}

/* std::make_exception_ptr */
void *__real___cxa_init_primary_exception(void *object, void *type, Destroy *);
void *__wrap___cxa_init_primary_exception(void *object, void *type, Destroy *destroy) {
  return __real___cxa_init_primary_exception(object, shared(type), destroy);
}
