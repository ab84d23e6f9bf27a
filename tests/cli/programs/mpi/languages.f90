! SPDX-License-Identifier: MIT
! Attributes and files in Fortran, and attributes that go to C and come from there (languages.c).
module functions
  use mpi
  implicit none
  integer :: deleted = 0
contains
  subroutine copy(comm, key, extra, from, to, flag, ierror)
    integer :: comm, key, ierror
    integer(MPI_ADDRESS_KIND) :: extra, from, to
    logical :: flag
    to = from + extra
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine
  subroutine erase(comm, key, value, extra, ierror)
    integer :: comm, key, ierror
    integer(MPI_ADDRESS_KIND) :: value, extra
    if (value == 5 .or. value == 6) deleted = deleted + 1
    ierror = MPI_SUCCESS
  end subroutine
end module

program languages
  use mpi
  use functions
  implicit none
  integer, external :: c_key, c_calls, c_sees
  integer(8), external :: c_address
  integer :: e, key, own, second, copied, rank, f, request, numbers(4), back(4)
  integer(MPI_ADDRESS_KIND) :: value
  integer(MPI_OFFSET_KIND) :: place
  logical :: flag
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)

  ! C's functions, a number of Fortran's
  key = c_key()
  call MPI_Comm_dup(MPI_COMM_WORLD, own, e)
  value = 42
  call MPI_Comm_set_attr(own, key, value, e)
  call MPI_Comm_dup(own, copied, e)
  value = 0
  call MPI_Comm_get_attr(copied, key, value, flag, e)
  call expect(flag .and. value == 42, 1)
  call expect(c_sees(copied, key, 0) == 42 .and. c_sees(own, key, 1) == 42, 2)
  call MPI_Comm_free(copied, e)
  call MPI_Comm_delete_attr(own, key, e)
  call expect(c_calls() == 12, 3)

  ! Fortran's functions, an address of C's and a number
  value = 1
  call MPI_Comm_create_keyval(copy, erase, second, value, e)
  call c_sets(own, second)
  call MPI_Comm_get_attr(own, second, value, flag, e)
  call expect(flag .and. value == c_address(), 4)
  value = 5
  call MPI_Comm_set_attr(own, second, value, e)
  call MPI_Comm_dup(own, copied, e)
  call MPI_Comm_get_attr(copied, second, value, flag, e)
  call expect(flag .and. value == 6 .and. c_sees(copied, second, 0) == 6, 5)
  call MPI_Comm_free(copied, e)
  call MPI_Comm_free(own, e)
  call expect(deleted == 2, 6)

  ! Files
  numbers = [rank, rank + 1, rank + 2, rank + 3]
  back = 0
  call MPI_File_open(MPI_COMM_WORLD, 'languages.data', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, f, e)
  call expect(e == MPI_SUCCESS, 7)
  place = 0
  call MPI_File_set_view(f, place, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, e)
  place = 4 * rank
  call MPI_File_write_at_all(f, place, numbers, 4, MPI_INTEGER, MPI_STATUS_IGNORE, e)
  call MPI_File_iread_at(f, place, back, 4, MPI_INTEGER, request, e)
  call MPI_Wait(request, MPI_STATUS_IGNORE, e)
  call expect(all(back == numbers), 8)
  call MPI_File_close(f, e)
  call expect(f == MPI_FILE_NULL, 9)
  call MPI_File_open(MPI_COMM_WORLD, 'no/such.file', MPI_MODE_RDONLY, MPI_INFO_NULL, f, e)
  call expect(e == MPI_ERR_NO_SUCH_FILE, 10)
  if (rank == 0) print '(a)', 'all is well'
  call MPI_Finalize(e)
contains
  subroutine expect(condition, number)
    logical, intent(in) :: condition
    integer, intent(in) :: number
    integer :: error
    if (condition) return
    print *, 'wrong:', number
    call MPI_Abort(MPI_COMM_WORLD, number, error)
  end subroutine
end program
