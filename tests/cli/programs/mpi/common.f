c     SPDX-License-Identifier: MIT
c     In the style of NPB: COMMON, implicit typing, EQUIVALENCE, DATA.
      program npb
      implicit double precision (a-h,o-z)
      include 'mpif.h'
      common /grid/ x(1000), y(1000), nn
      common /glob/ me, np
      integer istat(MPI_STATUS_SIZE), ireq(2), istats(MPI_STATUS_SIZE,2)
      dimension z(1000)
      equivalence (z(1), x(1))
      logical flag
      character*(MPI_MAX_PROCESSOR_NAME) name
      data icalls /7/
      save icalls
      external mysum
      call mpi_init(ierr)
      call mpi_comm_rank(MPI_COMM_WORLD, me, ierr)
      call mpi_comm_size(MPI_COMM_WORLD, np, ierr)
      nn = 1000
      icalls = icalls + me
      do i = 1, nn
        x(i) = dble(me*nn + i)
      end do
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      call compute(s)
      call mpi_allreduce(s, t, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &     MPI_COMM_WORLD, ierr)
      m = np*nn
      if (t .ne. dble(m)*dble(m+1)/2d0) print *, 'wrong', t
      if (icalls .ne. 7 + me) print *, 'shared', icalls
      if (z(3) .ne. dble(me*nn+3)) print *, 'equivalence'
      call mpi_irecv(y, nn, MPI_DOUBLE_PRECISION, mod(me+np-1,np), 1,
     &     MPI_COMM_WORLD, ireq(1), ierr)
      call mpi_isend(x, nn, MPI_DOUBLE_PRECISION, mod(me+1,np), 1,
     &     MPI_COMM_WORLD, ireq(2), ierr)
      call mpi_waitall(2, ireq, istats, ierr)
      if (istats(MPI_SOURCE,1) .ne. mod(me+np-1,np)) print *, 'status'
      if (ireq(1) .ne. MPI_REQUEST_NULL) print *, 'request'
      call mpi_get_count(istats(1,1), MPI_DOUBLE_PRECISION, n, ierr)
      if (n .ne. nn) print *, 'count', n
      call mpi_op_create(mysum, .true., iop, ierr)
      call mpi_allreduce(MPI_IN_PLACE, s, 1, MPI_DOUBLE_PRECISION, iop,
     &     MPI_COMM_WORLD, ierr)
      if (s .ne. t) print *, 'op', s, t
      call mpi_get_processor_name(name, l, ierr)
      if (name(1:5) .ne. 'node ' .or. l .lt. 6) print *, 'name'
      call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, iub, flag,
     &     ierr)
      if (.not. flag) print *, 'flag'
      print *, 'rank', me, 'of', np, 'time', mpi_wtime()
      write(*,'(a,i4)',advance='no') 'part', me
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      write(*,'(a,i4)') ' end', me
      call mpi_finalize(ierr)
      if (me .eq. 1) stop 3
      end

      subroutine compute(s)
      implicit double precision (a-h,o-z)
      common /grid/ x(1000), y(1000), nn
      s = 0
      do i = 1, nn
        s = s + x(i)
      end do
      end

      subroutine mysum(a, b, n, itype)
      double precision a(n), b(n)
      integer n, itype
      do i = 1, n
        b(i) = a(i) + b(i)
      end do
      end
