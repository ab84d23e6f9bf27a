! SPDX-License-Identifier: MIT
! A Fourier transform of n x n points in two dimensions, as spectral codes do it: each rank has n / P columns,
! transforms them, transposes the matrix with MPI_Alltoall, and transforms again. Forward and backward, STEPS
! times; the last line says how far the result is from where it began, and how long a step took.
!
!   transpose N STEPS     N a power of two, a multiple of the number of ranks
module fourier
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), parameter :: pi = 3.14159265358979323846_dp
  complex(dp), allocatable, save :: roots(:)
contains
  subroutine prepare(n)
    integer, intent(in) :: n
    integer :: i
    allocate(roots(0:n / 2 - 1))
    do i = 0, n / 2 - 1
      roots(i) = exp(cmplx(0, -2 * pi * i / n, dp))
    end do
  end subroutine

  ! In place, radix 2. direction: 1 forward, -1 backward, without division by n.
  subroutine transform(x, n, direction)
    integer, intent(in) :: n, direction
    complex(dp), intent(inout) :: x(0:n - 1)
    complex(dp) :: root, even, odd
    integer :: i, j, k, half
    j = 0
    do i = 1, n - 1
      k = n / 2
      do while (j >= k)
        j = j - k
        k = k / 2
      end do
      j = j + k
      if (i < j) then
        even = x(i)
        x(i) = x(j)
        x(j) = even
      end if
    end do
    half = 1
    do while (half < n)
      do k = 0, half - 1
        root = roots(k * (n / (2 * half)))
        if (direction < 0) root = conjg(root)
        do i = k, n - 1, 2 * half
          even = x(i)
          odd = x(i + half) * root
          x(i) = even + odd
          x(i + half) = even - odd
        end do
      end do
      half = 2 * half
    end do
  end subroutine
end module

program transpose_fft
  use mpi
  use fourier
  implicit none
  integer :: n, steps, me, ranks, mine, step, error
  complex(dp), allocatable :: a(:, :), before(:, :), out(:), in(:)
  character(20) :: word
  real(dp) :: began, deviation, largest
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  n = 256
  steps = 2
  if (command_argument_count() >= 1) then
    call get_command_argument(1, word)
    read(word, *) n
  end if
  if (command_argument_count() >= 2) then
    call get_command_argument(2, word)
    read(word, *) steps
  end if
  if (n < 2 .or. iand(n, n - 1) /= 0 .or. mod(n, ranks) /= 0) then
    if (me == 0) write(0, *) 'N must be a power of two and a multiple of the number of ranks'
    call MPI_Abort(MPI_COMM_WORLD, 2, error)
  end if
  mine = n / ranks
  allocate(a(n, mine), before(n, mine), out(n * mine), in(n * mine))
  call prepare(n)
  call fill()
  before = a
  call MPI_Barrier(MPI_COMM_WORLD, error)
  began = MPI_Wtime()
  do step = 1, steps
    call both_dimensions(1)
    call both_dimensions(-1)
    a = a / real(n, dp)**2
  end do
  began = (MPI_Wtime() - began) / steps
  deviation = maxval(abs(a - before))
  call MPI_Reduce(deviation, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, error)
  if (me == 0) then
    print '(i0, a, i0, a, i0, a)', ranks, ' ranks, ', n, ' x ', n, ' points'
    print '(a, l1, a, f12.3, a)', 'back where it began: ', largest < 1d-10, ', ', began * 1d6, ' us for a step'
  end if
  call MPI_Finalize(error)
contains
  subroutine fill()
    integer :: i, k
    do k = 1, mine
      do i = 1, n
        a(i, k) = cmplx(sin(0.1_dp * i) + me, cos(0.3_dp * (k + me * mine)), dp)
      end do
    end do
  end subroutine

  subroutine both_dimensions(direction)
    integer, intent(in) :: direction
    integer :: k
    do k = 1, mine
      call transform(a(:, k), n, direction)
    end do
    call exchange()
    do k = 1, mine
      call transform(a(:, k), n, direction)
    end do
    call exchange()
  end subroutine

  ! Rank r gets rows r * mine + 1 to (r + 1) * mine of all columns, as its columns.
  subroutine exchange()
    integer :: r, i, k, at
    at = 0
    do r = 0, ranks - 1
      do i = 1, mine
        do k = 1, mine
          at = at + 1
          out(at) = a(r * mine + i, k)
        end do
      end do
    end do
    call MPI_Alltoall(out, mine * mine, MPI_DOUBLE_COMPLEX, in, mine * mine, MPI_DOUBLE_COMPLEX, &
                      MPI_COMM_WORLD, error)
    at = 0
    do r = 0, ranks - 1
      do i = 1, mine
        do k = 1, mine
          at = at + 1
          a(r * mine + k, i) = in(at)
        end do
      end do
    end do
  end subroutine
end program
