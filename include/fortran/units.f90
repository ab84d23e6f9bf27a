! SPDX-License-Identifier: MIT
! What modules/fortran/units.c asks of the Fortran library: the layout of OPEN's arguments is the compiler's.
! 0 is success.
integer(4) function kasuri_open_text(unit, name) bind(C)
  use, intrinsic :: iso_c_binding, only: c_char, c_int
  implicit none
  integer(c_int) :: unit
  character(kind=c_char), intent(in) :: name(32)
  character(32) :: path
  path = transfer(name, path)
  open(newunit=unit, file=trim(path), form='formatted', action='readwrite', status='old', &
       iostat=kasuri_open_text)
end function

! As a READ or WRITE without an OPEN does it, with the number that the program knows.
integer(4) function kasuri_open_default(unit, number, formatted) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer(c_int), value :: unit, number, formatted
  character(32) :: path
  write(path, '("fort.", i0)') number
  if (formatted /= 0) then
    open(unit=unit, file=trim(path), form='formatted', iostat=kasuri_open_default)
  else
    open(unit=unit, file=trim(path), form='unformatted', iostat=kasuri_open_default)
  end if
end function

subroutine kasuri_rewind_text(unit) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer(c_int), value :: unit
  rewind(unit)
end subroutine

subroutine kasuri_flush_text(unit) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer(c_int), value :: unit
  flush(unit)
end subroutine
