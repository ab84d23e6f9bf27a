! SPDX-License-Identifier: MIT
! Internal procedures as arguments, which read variables of the procedure that contains them.
program main
  call work(1)
end program
subroutine work(one)  ! whose variables are on the stack
  use mpi_f08
  integer, intent(in) :: one
  integer :: rank, total
  type(MPI_Op) :: op
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call apply(scaled)
  call MPI_Op_create(added, .true., op)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  if (total /= 6) print *, 'rank', rank, 'has a total of', total
  call MPI_Finalize()
contains
  integer function scaled(x)
    integer, intent(in) :: x
    scaled = x * rank
  end function
  subroutine added(a, b, n, t)
    use iso_c_binding
    type(c_ptr), value :: a, b
    integer :: n
    type(MPI_Datatype) :: t
    integer, pointer :: from(:), to(:)
    call c_f_pointer(a, from, [n])
    call c_f_pointer(b, to, [n])
    to = to + from + (one - 1) * rank
  end subroutine
  subroutine apply(f)
    interface
      integer function f(x)
        integer, intent(in) :: x
      end function
    end interface
    if (f(2) /= 2 * rank) print *, 'rank', rank, 'has', f(2)
  end subroutine
end subroutine
