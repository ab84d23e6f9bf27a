! SPDX-License-Identifier: MIT
! Units with files and standard output, of several ranks at once, with a call of MPI in the list of a PRINT.
program units
  use mpi
  implicit none
  integer :: me, np, ierr, i, n, ios
  character(40) :: name
  logical :: o
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  write(name, '("out.", i0)') me
  open(10, file=name)
  do i = 1, 3
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    write(10, *) me, i
  end do
  inquire(unit=10, opened=o)
  if (.not. o) print *, 'inquire'
  rewind(10)
  do i = 1, 3
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    read(10, *) n
    if (n /= me) print *, 'units are shared'
  end do
  close(10, status='delete')
  inquire(unit=10, opened=o)
  if (o) print *, 'closed'
  print *, 'total', total(me)
  write(0, *) 'error', me
  if (me == 2) call exit(4)
  call MPI_Finalize(ierr)
contains
  integer function total(x)
    integer, intent(in) :: x
    integer :: e
    call MPI_Allreduce(x, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
  end function
end program
