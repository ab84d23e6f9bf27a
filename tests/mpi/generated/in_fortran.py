# SPDX-License-Identifier: MIT
"""The same for Fortran: COMMON, modules, pointers, many arguments, calls of MPI with arrays of one block. A
function of this file makes the declarations and the statements of a subroutine, and what it contains."""

HEAD = """
  integer function mixed(h, v)
    integer, intent(in) :: h, v
    integer(8) :: w
    w = ieor(iand(int(h, 8), 4294967295_8), iand(int(v, 8), 4294967295_8))
    w = iand(w * 40503_8 + 12345_8, 2147483647_8)
    mixed = int(w)
  end function
"""


def module(random):
    n = [random.choice((5, 8, 17)) for _ in range(3)]
    return n, f"""module data_@
  implicit none
  type pair
    integer :: n = 3
    integer, pointer :: p(:) => null()
  end type
  integer, target, save :: first({n[0]}), second({n[1]}, 2) = 4
  integer, allocatable, target :: grown(:)
  integer, target, save :: single = 5
  integer, pointer :: view(:) => null(), one => single
  type(pair), save :: pairs(3)
  type(pair), target, save :: fixed = pair(7, null())
  character(12), parameter :: words(4) = [character(12) :: 'one', 'two', 'three', 'fourteen']
contains{HEAD}end module
"""


def block(random, name):
    """A COMMON block and its variables with their sizes."""
    n = [random.choice((4, 7, 16, 40)) for _ in range(4)]
    names = [f"{name}_{c}" for c in "abcd"]
    lines = [f"integer {v}({k})" for v, k in zip(names, n)]
    lines += [f"integer {name}_s", f"common /{name}/ {', '.join(names)}, {name}_s"]
    return list(zip(names, n)), lines


def element(random, arrays):
    v, n = random.choice(arrays)
    return f"{v}({random.randint(1, n)})"


def set_all(arrays, more=1):
    return [f"{v} = [(rank * 100003 + {k + more} * 1009 + i, i = 1, {n})]" for k, (v, n) in enumerate(
        arrays)]


def many_arguments(random, name):
    arrays, lines = block(random, name)
    a = [element(random, arrays) for _ in range(14)]
    a[3] = f"{name}_s"  # which is changed: nothing else may be the same variable
    letters = ", ".join(f"q{k}" for k in range(14))
    body = set_all(arrays) + [f"{name}_s = rank + 2", "call wait_for_all()", f"h = mixed(h, "
        f"{name}_f({', '.join(a)}))",
                              f"h = mixed(h, {name}_s + {element(random, arrays)})"]
    return lines, body, f"""  integer function {name}_f({letters})
    integer {letters}
    q3 = q3 + 5
    {name}_f = mixed(q0, q1 * 3 + q2 * 5 + q3 * 7 + q4 * 11 + q5 * 13 + q6 * 17)
    {name}_f = mixed({name}_f, q7 + q8 * 3 + q9 * 5 + q10 * 7 + q11 * 11 + q12 * 13 + q13 * 17)
  end function"""


def exchange(random, name):
    arrays, lines = block(random, name)
    s, r, c, d = (v for v, _ in arrays)
    return lines, set_all(arrays) + [
        f"{c}(1:size) = 1", f"{d}(1:size) = [(i - 1, i = 1, size)]", "call wait_for_all()",
        f"call MPI_ALLTOALLV({s}, {c}, {d}, MPI_INTEGER, {r}, {c}, {d}, MPI_INTEGER, MPI_COMM_WORLD, "
        f"error)",
        f"do i = 1, size; h = mixed(h, {r}(i)); end do",
        f"call MPI_SENDRECV({s}(2), 1, MPI_INTEGER, mod(rank + 1, size), 5, {name}_s, 1, MPI_INTEGER, &\n"
        "  mod(rank + size - 1, size), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)",
        f"h = mixed(h, {name}_s)"], ""


def equivalence(random, name):
    n = random.choice((6, 9, 30))
    return [f"integer, save :: {name}_u({n}) = 2", f"integer {name}_v(3)",
            f"equivalence ({name}_u({n // 2}), {name}_v(2))", f"integer, save :: {name}_n",
                f"data {name}_n /9/"], [
        f"{name}_u = [(rank * 11 + i, i = 1, {n})]", "call wait_for_all()",
        f"{name}_v(3) = {name}_v(3) + {name}_n", f"do i = 1, {n}; h = mixed(h, {name}_u(i)); end do",
        f"{name}_n = {name}_n + rank", f"h = mixed(h, {name}_n)"], ""


def module_data(random, name):
    return [], ["first = [(rank * 7 + i, i = 1, ubound(first, 1))]", "second = rank",
                "if (.not. allocated(grown)) allocate (grown(4), source=rank)",
                "pairs(2)%p => first(2:)", "pairs(3)%p => grown", "fixed%p => second(:, 2)", "view => "
                    "first",
                "single = single + rank", "call wait_for_all()",
                "one = one + 3", "h = mixed(h, single)",
                "view(3) = view(3) + 4",
                "do i = 2, 3; h = mixed(h, pairs(i)%p(2) + pairs(i)%n); end do",
                "h = mixed(h, sum(fixed%p) + fixed%n + sum(grown))", "view => second(:, 1)",
                "h = mixed(h, view(2) + first(3))"], ""


def procedures(random, name):
    arrays, lines = block(random, name)
    lines += [f"procedure({name}_f), pointer, save :: {name}_p => null()"]
    return lines, set_all(arrays, 3) + [f"{name}_p => {name}_f", "call wait_for_all()",
                                        f"h = mixed(h, {name}_p({element(random, arrays)}, "
                                        f"{arrays[1][0]}))",
                                        f"{name}_p => {name}_g",
                                        f"h = mixed(h, {name}_p({element(random, arrays[:1])}, "
                                        f"{arrays[2][0]}(2:)))"], \
        f"""  integer function {name}_f(k, v)
    integer k, v(:)
    {name}_f = k + sum(v)
  end function
  integer function {name}_g(k, v)
    integer k, v(:)
    k = k + 1
    {name}_g = k - v(2) + {arrays[3][0]}(2)
  end function"""


def selection(random, name):
    arrays, lines = block(random, name)
    cases = "\n".join(f"    case ({k}); {element(random, arrays)} = {element(random, arrays)} + k; "
                      f"{name}_f = {element(random, arrays)}"
                      for k in range(7))
    return lines, set_all(arrays, 5) + ["call wait_for_all()",
                                        f"do i = 0, 8; h = mixed(h, {name}_f(i)); end do",
                                        "h = mixed(h, len_trim(words(mod(rank, 4) + 1)))"], \
        f"""  integer function {name}_f(k)
    integer k
    select case (k)
{cases}
    case default; {name}_f = {element(random, arrays)}
    end select
  end function"""


KINDS = (many_arguments, exchange, equivalence, module_data, procedures, selection)
