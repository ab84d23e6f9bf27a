# SPDX-License-Identifier: MIT
"""Fortran's faces of MPI's functions, for tools/mpi-faces: mpif.h, the modules mpi and mpi_f08, and the C
functions that all three call (MPI 4.1, chapter 19).

A handle is an INTEGER with the value that it has in C, and LOGICAL is an int, as with GNU Fortran. So one C
function serves the three: an INTEGER and a type with one INTEGER look alike, and an omitted IERROR is NULL.
"""
import re

DECLARATION = re.compile(r"(const )?([\w ]+?) ?(\**)(\w+)((?:\[\d*\])*)$")
LOGICAL = {"flag", "reorder", "periods", "remain", "commute", "weighted", "high"}
BUFFER = "buffer"
# Written by hand, in modules/fortran/special.c: no arguments of C's, or others.
SPECIAL = {
    "Init": "",
    "Init_thread": "int required, int *provided",
    "Pcontrol": "int level",
    "Info_create_env": "MPI_Info *info",
    "Buffer_detach": "void *buffer_address, int *size",
}
KINDS = {"int": "integer", "MPI_Aint": "integer(8)", "MPI_Offset": "integer(8)", "MPI_Count": "integer(8)",
         "double": "double precision"}
SENTINELS = (("bottom", "MPI_BOTTOM", ""), ("in_place", "MPI_IN_PLACE", ""),
             ("buffer_automatic", "MPI_BUFFER_AUTOMATIC", ""),
             ("status_ignore", "MPI_STATUS_IGNORE", "(8)"),
             ("statuses_ignore", "MPI_STATUSES_IGNORE", "(8,1)"), ("unweighted", "MPI_UNWEIGHTED", "(1)"),
             ("weights_empty", "MPI_WEIGHTS_EMPTY", "(1)"),
             ("errcodes_ignore", "MPI_ERRCODES_IGNORE", "(1)"))
EMPTY_FUNCTIONS = ("MPI_NULL_COPY_FN", "MPI_NULL_DELETE_FN", "MPI_DUP_FN", "MPI_COMM_NULL_COPY_FN",
                   "MPI_COMM_NULL_DELETE_FN", "MPI_COMM_DUP_FN", "MPI_TYPE_NULL_COPY_FN",
                   "MPI_TYPE_NULL_DELETE_FN", "MPI_TYPE_DUP_FN", "MPI_WIN_NULL_COPY_FN",
                   "MPI_WIN_NULL_DELETE_FN", "MPI_WIN_DUP_FN")


class Argument:
    """One parameter, as C declares it."""

    def __init__(self, text, function, length, is_weights):
        m = DECLARATION.match(text)
        self.const, self.type, self.stars, self.name, self.array = m.groups()
        self.length, self.function, self.is_weights = length, function, is_weights
        self.handle = self.type.startswith("MPI_") and self.type[4:] in function.handles
        self.logical = self.type == "int" and self.name in LOGICAL
        is_old = function.deprecated and self.type == "MPI_Aint"  # these functions' addresses are INTEGERs
        self.integer = "int" if self.handle or is_old else self.type
        self.is_old = is_old
        self.role = self.find_role()

    def find_role(self):
        if self.type.endswith("_function"):
            return "callback"
        if self.type == "void":
            if self.name in ("value", "extra"):
                return "word"
            if self.name == "address_of_value":
                return "attribute"
            return "pointer" if self.name == "address_of_pointer" else BUFFER
        if self.type == "char":
            return "text" if self.stars == "*" and not self.array else "unknown"
        if self.type == "MPI_Status":
            return "statuses" if self.array else "status"
        if self.handle:
            return "handles" if self.array else "handle"
        if self.type in KINDS:
            is_array = self.array or (self.const and self.stars) or self.is_weights
            return "array" if is_array else "number"
        return "unknown"

    # ---- C ----

    def c_parameter(self):
        if self.role in ("word", "attribute"):
            return f"{'int' if self.function.deprecated else 'MPI_Aint'} *{self.name}"
        if self.role in (BUFFER, "pointer"):
            return f"void *{self.name}"
        if self.role == "text":
            return f"char *{self.name}"
        if self.role in ("status", "statuses"):
            return f"MPI_Status *{self.name}"
        if self.role == "callback":
            return f"Callback *{self.name}"
        return f"{self.integer} *{self.name}"

    def c_call(self):
        """Lines before the call, the argument, and lines after it."""
        n, out = self.name, bool(self.stars)
        if self.role == BUFFER:
            return [], f"buffer_of({n})", []
        if self.role == "pointer":
            return [], n, []
        if self.role == "word":
            return [], f"kept_number(*{n})", []
        if self.role == "attribute":
            return ([f"void *{n}_c = NULL;"], f"&{n}_c",
                    [f"if (*flag) *{n} = attribute_of(*keyval, {n}_c);"])
        if self.role == "text" and self.const:
            return [f"char *{n}_c = text_of({n}, {n}_length);"], f"{n}_c", [f"free({n}_c);"]
        if self.role == "text":
            given = self.function.text_length
            return ([f"char {n}_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = \"\";"], f"{n}_c",
                    [f"pad({n}, {n}_length, {n}_c);"] + ([given] if given else []))
        if self.role in ("status", "statuses"):
            return [], f"{self.role}_of({n})", []
        if self.role == "handle" and out:
            return ([f"{self.type} {n}_c = HANDLE({self.type}, *{n});"], f"&{n}_c",
                    [f"*{n} = NUMBER({n}_c);"])
        if self.role == "handle":
            return [], f"HANDLE({self.type}, *{n})", []
        if self.role == "handles" and self.const:
            return ([f"{self.type} *{n}_c = types_of({n}, {self.length});"], f"{n}_c",
                    [] if self.function.goes_on else [f"free({n}_c);"])
        if self.role == "handles":
            return ([f"{self.type} *{n}_c = (void *)requests_of((int *){n}, {self.length});"], f"{n}_c",
                    [f"give_back_requests({n}, (void *){n}_c, {self.length});"])
        if self.is_old and self.array:
            return [f"MPI_Aint *{n}_c = wide({n}, *count);"], f"{n}_c", [f"free({n}_c);"]
        if self.is_old and out:
            return [f"MPI_Aint {n}_c = 0;"], f"&{n}_c", [f"*{n} = (int){n}_c;"]
        if self.is_weights:
            return [], f"weights_of({n})", []
        if self.role == "array" and "3" in self.array:
            return [], f"(int(*)[3]){n}", []
        if n == "index" and self.function.is_completion:
            return [], n, [f"if (*{n} >= 0) ++*{n};"]
        if n == "indices":
            return [], n, ["for (int i = 0; i < *outcount; ++i) ++indices[i];"]
        return [], n if self.role == "array" or out else f"*{n}", []

    # ---- Fortran ----

    def fortran(self, f08):
        n = self.name
        if self.role == BUFFER:
            return [f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {n}", f"type(*), dimension(*) :: {n}"]
        if self.role == "pointer":
            return [f"type(c_ptr) :: {n}" if f08 else f"integer(8) :: {n}"]
        if self.role in ("word", "attribute"):
            return [f"integer{'' if self.function.deprecated else '(8)'} :: {n}"]
        if self.role == "text":
            return [f"character(len=*){', intent(in)' if self.const else ''} :: {n}"]
        if self.role in ("status", "statuses"):
            many = self.role == "statuses"
            if f08:
                return [f"type(MPI_Status) :: {n}{'(*)' if many else ''}"]
            return [f"integer :: {n}({'8,*' if many else '8'})"]
        if self.role == "callback":
            kind = self.type.replace("_c", "") if self.type.endswith("function_c") else self.type
            return [f"procedure({kind}) :: {n}" if f08 else f"external :: {n}"]
        if self.handle and f08:
            kind = f"type({self.type})"
        elif self.logical:
            kind = "logical"
        else:
            kind = KINDS[self.integer]
        intent = ", intent(in)" if not self.stars and not self.array else ""
        dimension = "(3,*)" if "3" in self.array else "(*)" if self.role in ("array", "handles") else ""
        declared = [f"{kind}{intent} :: {n}{dimension}"]
        # Beside MPI_IN_PLACE, programs give zeros of any rank.
        if not f08 and n in ("sendcounts", "sdispls", "sendtypes"):
            return [f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {n}", *declared]
        return declared


class Face:
    """One function in Fortran."""

    def __init__(self, f, title, handles, large=False):
        self.name, self.result = f.name + ("_c" if large else ""), f.result
        self.handles, self.large = handles, large
        self.deprecated = title.startswith("Deprecated")
        self.special = f.name in SPECIAL and not large
        texts = [p.large if large else p.small for p in f.parameters]
        if self.special:
            texts = SPECIAL[f.name].split(", ") if SPECIAL[f.name] else []
        self.is_completion = any(p.name == "requests" for p in f.parameters)
        self.goes_on = any(p.name == "request" for p in f.parameters)
        self.arguments, length = [], "*count"
        for t, p in zip(texts, f.parameters if not self.special else [None] * len(texts)):
            if t in ("void", "..."):
                continue
            if p is not None and p.length:
                of_comm = {"size": "size_of(*comm)", "in": "neighbours(*comm, 1)",
                           "out": "neighbours(*comm, 0)", "root": "size_of(*comm)"}
                length = of_comm.get(p.length, "*" + p.length)
            many = next((q.name for q in f.parameters if q.name == "incount"), "count")
            own = f"*{many}" if "MPI_Request" in t else length
            if "datatypes[]" in t and any(q.name == "max_datatypes" for q in f.parameters):
                own = "*max_datatypes"
            if t.endswith("sendtypes[]"):
                own = f"is_in_place(sendbuf) ? 0 : {own}"
            self.arguments.append(Argument(t, self, own, p is not None and p.kind.endswith("weights")))
        texts_out = [a for a in self.arguments if a.role == "text" and not a.const]
        is_counted = texts_out and any(a.name == "length" and a.stars for a in self.arguments)
        self.text_length = ("" if not is_counted or "Info" in f.name else
                            f"*length = (int)strnlen({texts_out[0].name}_c, {texts_out[0].name}_length);")
        self.callbacks = [a for a in self.arguments if a.role == "callback"]
        self.by_hand = self.special or bool(self.callbacks) or self.name in ("Info_get", "Info_get_string")

    def exists(self):
        known = (self.name in ("Op_create", "Keyval_create", "Errhandler_create", "Grequest_start") or
                 re.match(r"(Comm|Type|Win)_create_keyval$|(Comm|Win|File)_create_errhandler$", self.name))
        if self.callbacks and not known:
            return False
        if any("Fint" in a.type for a in self.arguments) or "Fint" in self.result:
            return False
        if self.name.startswith("T_"):  # the tools' interface is for C alone
            return False
        return not any(a.role == "unknown" for a in self.arguments)

    def parameters(self):
        texts = [f"size_t {a.name}_length" for a in self.arguments if a.role == "text"]
        end = ["int *ierror"] if self.result == "int" else []
        return ", ".join([a.c_parameter() for a in self.arguments] + end + texts) or "void"

    def c(self, wrapped):
        symbol = self.name.lower()
        head = f"{'void' if self.result == 'int' else self.result} F({symbol})({self.parameters()})"
        before, call, after = [], [], []
        for a in self.arguments:
            b, c, d = a.c_call()
            before, call, after = before + b, call + [c], after + d
        text = f"M({self.name})({', '.join(call)})"
        if self.result != "int":
            return wrapped(head + " {") + f"\n  return {text};\n}}\nALSO({symbol})"
        lines = [wrapped(head + " {")] + ["  " + x for x in before]
        if after:
            lines += [wrapped(f"  const int result_c = {text};", "      ")] + ["  " + x for x in after]
            lines += ["  finish(ierror, result_c);"]
        else:
            lines += [wrapped(f"  finish(ierror, {text});", "      ")]
        return "\n".join(lines) + f"\n}}\nALSO({symbol})"

    def interface(self, prefix, f08, indent):
        """A body of an interface block."""
        arguments = [a.name for a in self.arguments]
        name = f"{prefix}{self.name}" + ("_f08" if f08 else "")
        if self.result != "int":
            kind = KINDS[self.result]
            lines = [f"{kind} function {prefix}{self.name}({', '.join(arguments)})"]
        else:
            lines = [folded(f"subroutine {name}({', '.join(arguments + ['ierror'])})", indent)]
        if f08:
            lines.append("  import")
        for a in self.arguments:
            lines += ["  " + x for x in a.fortran(f08)]
        if self.result != "int":
            return lines + ["end function"]
        return lines + [f"  integer{', optional' if f08 else ''} :: ierror", "end subroutine"]


def folded(line, indent):
    words, lines, now = line.split(" "), [], ""
    for w in words:
        if now and len(indent) + len(now) + len(w) > 98:
            lines.append(now + " &")
            now = "    "
        now += ("" if now in ("", "    ") else " ") + w
    return ("\n" + indent).join(lines + [now])


def faces_of(sections, handles):
    return [face for title, functions in sections for f in functions
            for large in ([False, True] if f.has_large() else [False])
            for face in [Face(f, title, handles, large)]
            if face.exists()]


def c_faces(faces, wrapped, note):
    out = [f"/* SPDX-License-Identifier: MIT\n * MPI's functions as Fortran calls them. {note}\n */\n"
           "#include \"fortran.h\""]
    out += [f.c(wrapped) for f in faces if not f.by_hand]
    return "\n\n".join(out) + "\n"


def has_h(names, note):
    """Which functions there are, of those that special.c would call."""
    known = (("WINDOWS", "Win_create_keyval"), ("FILES", "File_create_errhandler"),
             ("INTERCOMMUNICATORS", "Comm_remote_size"))
    out = [f"/* SPDX-License-Identifier: MIT\n * What the table of MPI's functions has. {note}\n */"]
    return "\n".join(out + [f"#define KASURI_HAS_{n} 1" for n, f in known if f in names]) + "\n"


def fortran_value(name, value):
    n = int(value, 0)
    # Without C's zero at the end.
    return n - 1 if name.startswith("MAX_") else n


def constants_of(constants):
    for kind, items in constants:
        if kind.endswith(("_function", "_function_c")) or kind in ("MPI_Status",):
            continue
        for name, value in items:
            if not name.startswith("T_"):
                yield kind, name, fortran_value(name, value)


OWN = (("STATUS_SIZE", 8), ("SOURCE", 1), ("TAG", 2), ("ERROR", 3), ("ADDRESS_KIND", 8), ("OFFSET_KIND", 8),
       ("COUNT_KIND", 8), ("INTEGER_KIND", 4))


def mpif_h(constants, note):
    out = ["! SPDX-License-Identifier: MIT", "! MPI for Fortran, in fixed and in free form.", f"! {note}"]

    def add(kind, name, value):
        out.append(f"      {kind} MPI_{name}")
        out.append(f"      PARAMETER (MPI_{name}={value})")
    for name, value in OWN:
        add("INTEGER", name, value)
    for name in ("SUBARRAYS_SUPPORTED", "ASYNC_PROTECTS_NONBLOCKING"):
        add("LOGICAL", name, ".FALSE.")
    for kind, name, value in constants_of(constants):
        add("INTEGER*8" if kind == "MPI_Offset" else "INTEGER", name, value)
    for name, constant, dimension in SENTINELS:
        out.append(f"      INTEGER {constant}{dimension}")
        out.append(f"      COMMON /KASURI_MPI_{name.upper()}/ {constant}")
    out += ["      CHARACTER*1 MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1,1)",
            "      COMMON /KASURI_MPI_ARGV_NULL/ MPI_ARGV_NULL",
            "      COMMON /KASURI_MPI_ARGVS_NULL/ MPI_ARGVS_NULL"]
    for p in ("MPI", "PMPI"):
        out += [f"      DOUBLE PRECISION {p}_WTIME, {p}_WTICK", f"      EXTERNAL {p}_WTIME, {p}_WTICK",
                f"      INTEGER*8 {p}_AINT_ADD, {p}_AINT_DIFF",
                f"      EXTERNAL {p}_AINT_ADD, {p}_AINT_DIFF"]
    out += [f"      EXTERNAL {n}" for n in EMPTY_FUNCTIONS]
    return "\n".join(out) + "\n"


def module_types(handles, note):
    handles = list(dict.fromkeys(list(handles) + ["Win", "File", "Session"]))
    out = ["! SPDX-License-Identifier: MIT", "! The types of mpi_f08, which the module mpi has, too.",
           f"! {note}",
           "module kasuri_mpi_types", "  implicit none", "  type, bind(C) :: MPI_Status",
           "    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR", "    integer, private :: internal(5)",
           "  end type MPI_Status"]
    for h in handles:
        out += [f"  type, bind(C) :: MPI_{h}", "    integer :: MPI_VAL", f"  end type MPI_{h}"]
    # One entity for both modules, which one file may use.
    for name, constant, dimension in SENTINELS:
        if "STATUS" not in constant:
            out.append(f"  integer, bind(C, name=\"kasuri_mpi_{name}_\") :: {constant}{dimension}")
    out += ["  character, bind(C, name=\"kasuri_mpi_argv_null_\") :: MPI_ARGV_NULL(1)",
            "  character, bind(C, name=\"kasuri_mpi_argvs_null_\") :: MPI_ARGVS_NULL(1,1)"]
    for operator, name in (("==", "same"), ("/=", "other")):
        out += [f"  interface operator({operator})",
                *[f"    module procedure {name}_{h.lower()}" for h in handles], "  end interface"]
    out.append("contains")
    for operator, name in (("==", "same"), ("/=", "other")):
        for h in handles:
            out += [f"  elemental logical function {name}_{h.lower()}(a, b)",
                    f"    type(MPI_{h}), intent(in) :: a, b",
                    f"    {name}_{h.lower()} = a%MPI_VAL {operator} b%MPI_VAL", "  end function"]
    return "\n".join(out + ["end module kasuri_mpi_types"]) + "\n"


def module_mpi(faces, constants, note):
    out = ["! SPDX-License-Identifier: MIT", "! use mpi: constants, and functions with their arguments.",
           f"! {note}", "module mpi", "  use kasuri_mpi_types", "  use kasuri_mpi_sizeof",
           "  implicit none"]
    for name, value in OWN:
        out.append(f"  integer, parameter :: MPI_{name} = {value}")
    for name in ("SUBARRAYS_SUPPORTED", "ASYNC_PROTECTS_NONBLOCKING"):
        out.append(f"  logical, parameter :: MPI_{name} = .false.")
    for kind, name, value in constants_of(constants):
        out.append(f"  integer{'(8)' if kind == 'MPI_Offset' else ''}, parameter :: MPI_{name} = {value}")
    for name, constant, dimension in SENTINELS:
        if "STATUS" in constant:
            out.append(f"  integer, bind(C, name=\"kasuri_mpi_{name}_\") :: {constant}{dimension}")
    out += [f"  external :: {n}" for n in EMPTY_FUNCTIONS]
    out.append("  interface")
    for f in faces:
        for prefix in ("MPI_", "PMPI_") if not f.large else ():
            out += ["    " + x for x in f.interface(prefix, False, "    ")]
    return "\n".join(out + ["  end interface", "end module mpi"]) + "\n"


def may_overload(small, large):
    """Whether arguments tell them apart: some INTEGER has another kind."""
    return any(a.type == "int" and b.type != "int" for a, b in zip(small.arguments, large.arguments))


def module_f08(faces, constants, note):
    out = ["! SPDX-License-Identifier: MIT",
           "! use mpi_f08: handles and statuses have types; IERROR is optional.", f"! {note}",
           "module mpi_f08",
           "  use, intrinsic :: iso_c_binding, only: c_ptr, c_funptr",
           "  use kasuri_mpi_types", "  use kasuri_mpi_callbacks", "  use kasuri_mpi_sizeof",
           "  implicit none"]
    for name, value in OWN:
        if name not in ("SOURCE", "TAG", "ERROR"):
            out.append(f"  integer, parameter :: MPI_{name} = {value}")
    for name in ("SUBARRAYS_SUPPORTED", "ASYNC_PROTECTS_NONBLOCKING"):
        out.append(f"  logical, parameter :: MPI_{name} = .false.")
    for kind, name, value in constants_of(constants):
        if kind == "MPI_Offset":
            out.append(f"  integer(8), parameter :: MPI_{name} = {value}")
        elif kind == "int":
            out.append(f"  integer, parameter :: MPI_{name} = {value}")
        else:
            out.append(f"  type({kind}), parameter :: MPI_{name} = {kind}({value})")
    for name, constant, dimension in SENTINELS:
        if "STATUS" in constant:
            dimension = "(1)" if constant == "MPI_STATUSES_IGNORE" else ""
            out.append(f"  type(MPI_Status), bind(C, name=\"kasuri_mpi_f08_{name}_\") :: "
                       f"{constant}{dimension}")
    out += [f"  external :: {n}" for n in EMPTY_FUNCTIONS if re.match("MPI_(COMM|TYPE|WIN)_", n)]
    by_name = {f.name: f for f in faces}
    for f in faces:
        if f.deprecated or f.large and may_overload(by_name[f.name[:-2]], f):
            continue
        twin = by_name.get(f.name + "_c")
        for prefix in ("MPI_", "PMPI_"):
            bodies = [f] + ([twin] if twin and may_overload(f, twin) else [])
            out.append(f"  interface{'' if f.result != 'int' else ' ' + prefix + f.name}")
            for b in bodies:
                out += ["    " + x for x in b.interface(prefix, True, "    ")]
            out.append("  end interface")
    return "\n".join(out + ["end module mpi_f08"]) + "\n"


def fortran_files(sections, constants, handles, wrapped, note):
    faces = faces_of(sections, handles)
    names = {f.name for _, fs in sections for f in fs}
    return {"modules/fortran/faces.c": c_faces(faces, wrapped, note),
            "modules/fortran/has.h": has_h(names, note),
            "include/fortran/mpi_types.f90": module_types(handles, note),
            "include/mpif.h": mpif_h(constants, note),
            "include/fortran/mpi.f90": module_mpi(faces, constants, note),
            "include/fortran/mpi_f08.f90": module_f08(faces, constants, note)}
