! SPDX-License-Identifier: MIT
! MPI_Sizeof (MPI 4.1, section 19.1.9), for variables of all kinds and ranks.
module kasuri_mpi_sizeof
  implicit none
  interface MPI_Sizeof
    module procedure sizeof_c
    module procedure sizeof_i1
    module procedure sizeof_i2
    module procedure sizeof_i4
    module procedure sizeof_i8
    module procedure sizeof_r4
    module procedure sizeof_r8
    module procedure sizeof_r16
    module procedure sizeof_c4
    module procedure sizeof_c8
    module procedure sizeof_l4
    module procedure sizeof_l8
  end interface
contains
  subroutine sizeof_c(x, size, ierror)
    character(len=*), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = len(x)
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_i1(x, size, ierror)
    integer(1), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 1
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_i2(x, size, ierror)
    integer(2), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 2
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_i4(x, size, ierror)
    integer(4), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 4
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_i8(x, size, ierror)
    integer(8), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 8
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_r4(x, size, ierror)
    real(4), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 4
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_r8(x, size, ierror)
    real(8), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 8
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_r16(x, size, ierror)
    real(16), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 16
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_c4(x, size, ierror)
    complex(4), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 8
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_c8(x, size, ierror)
    complex(8), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 16
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_l4(x, size, ierror)
    logical(4), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 4
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine sizeof_l8(x, size, ierror)
    logical(8), intent(in) :: x(..)
    integer, intent(out) :: size
    integer, optional, intent(out) :: ierror
    size = 8
    if (present(ierror)) ierror = 0
  end subroutine
end module kasuri_mpi_sizeof
