#!/bin/sh
# SPDX-License-Identifier: MIT
# The time of a step over the threads of a rank, on two cores: sh threads.sh [POINTS [STEPS]]
set -e
cd "$(dirname "$0")"
kasuri=${KASURI:-kasuri}
$kasuri mpicc -O2 -fopenmp -o hybrid stencil.c -lm
for core in x86-64 a64fx; do
  for threads in 1 2 4 8 16; do
    printf '%s, %2d threads: ' $core $threads
    $kasuri mpirun -n 8 --threads-per-rank $threads --core $core --quiet --out runs/$core-$threads \
      ./hybrid "${1:-32}" "${2:-10}" | sed 's/.*steps, //'
  done
done
