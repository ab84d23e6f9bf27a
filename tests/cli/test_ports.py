# SPDX-License-Identifier: MIT
"""Programs as users of MPI write them (programs/), on several numbers of ranks and protocols: what arrives
is compared, by themselves, with what must."""
import pathlib
import shutil

from harness import *

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"


class Ports(KasuriTest):
    def run_all(self, name, sizes):
        shutil.copy(PROGRAMS / f"{name}.c", self.dir / "program.c")
        for ranks in sizes:
            for mpi in ("", 'eager_limit = "0 B"\nsend_overhead = "300 ns"\nreceive_overhead = "200 ns"',
                        'eager_copy_rate = "1 GB/s"'):
                self.write("config.toml", '[topology]\ntype = "torus"\nextents = [4, 4]\n'
                           f'[mpi]\n{mpi}\n[[jobs]]\nprogram = "program.c"\nranks = {ranks}\n'
                           'ranks_per_node = 2\npayload = true\n')
                self.check(self.kasuri("run", "config.toml", "--out", "out", "--threads",
                                       "2" if ranks % 3 else "1"), DONE, f"{ranks} ranks: 0 wrong")

    def test_jacobi(self):
        self.run_all("jacobi", (1, 4, 6, 16))

    def test_sample_sort(self):
        self.run_all("sample_sort", (1, 7, 16))

    def test_matrix_multiply(self):
        self.run_all("matrix_multiply", (1, 4, 11, 16))

    def test_task_farm(self):
        self.run_all("task_farm", (1, 2, 16))


if __name__ == "__main__":
    unittest.main()
