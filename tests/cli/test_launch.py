#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sweeps whose runs go to other nodes: by Slurm, by ssh."""
import os
import shutil

from harness import DONE, FAILED, LIMIT, USAGE, main
from test_sweep import LOAD, SweepTest


class Launchers(SweepTest):
    """Stand-ins for srun and ssh, which start what they are told and may lose it."""
    VARY = "jobs.0.pattern.load=0.1,0.2,0.3,0.4"

    def stand_in(self, name, body):
        self.write(f"bin/{name}", f"#!/bin/sh\necho \"$@\" >> {self.dir}/{name}.log\n{body}")
        (self.dir / "bin" / name).chmod(0o755)
        return {"PATH": f"{self.dir}/bin:{os.environ['PATH']}"}

    def setUp(self):
        super().setUp()
        (self.dir / "bin").mkdir()
        self.write("config.toml", LOAD)
        self.check(self.sweep(self.VARY), DONE)
        self.expected = self.rows()
        shutil.rmtree(self.dir / "s")

    def calls(self, name):
        return (self.dir / f"{name}.log").read_text().splitlines()

    SRUN = 'while [ "${1#-}" != "$1" ]; do shift; done\n'

    def test_steps_of_slurm(self):
        path = self.stand_in("srun", self.SRUN + 'exec "$@"\n')
        self.check(self.sweep(self.VARY, "--launcher", "slurm", "--launcher-options", "--mem=1G --time=5",
                              **path, SLURM_JOB_ID="7", SLURM_NTASKS="2"), DONE, "4 of 4 points")
        self.assertEqual(self.rows(), self.expected)
        calls = self.calls("srun")
        self.assertEqual(len(calls), 4)
        for call in calls:
            self.assertIn("--ntasks=1 --cpus-per-task=1", call)
            self.assertIn("--exact --mem=1G --time=5 /", call)

    def test_what_a_node_loses_is_run_again(self):
        lost = f'[ $(wc -l < {self.dir}/srun.log) -le 2 ] && kill -9 $$\nexec "$@"\n'
        path = self.stand_in("srun", self.SRUN + lost)
        outcome = self.sweep(self.VARY, "--launcher", "slurm", "--jobs", "1", **path)
        self.check(outcome, DONE, "was lost (ended by signal 9", "4 of 4 points")
        self.assertEqual(self.rows(), self.expected)
        self.assertEqual(len(self.calls("srun")), 6)

    def test_a_part_of_a_run_is_no_result(self):
        """Slurm ends the runs of a node that it takes away, and says that all is well."""
        body = f"""[ $(wc -l < {self.dir}/srun.log) -gt 1 ] && exec "$@"
"$@"
for w in "$@"; do
  [ "$last" = --out ] && sed -i 's/"completed"/"interrupted"/' "$w/summary.json"
  last=$w
done
"""
        path = self.stand_in("srun", self.SRUN + body)
        outcome = self.sweep(self.VARY, "--launcher", "slurm", "--jobs", "1", **path)
        self.check(outcome, DONE, "was lost (interrupted by a signal)", "4 of 4 points")
        self.assertEqual(self.rows(), self.expected)
        self.assertEqual(len(self.calls("srun")), 5)

    def test_a_node_that_always_dies_fails_its_point_and_the_next_call_goes_on(self):
        path = self.stand_in("srun", "exit 143\n")
        self.check(self.sweep(self.VARY, "--launcher", "slurm", **path), FAILED, "4 of 4 points failed")
        self.assertEqual(len(self.calls("srun")), 12)
        self.check(self.sweep(self.VARY), DONE, "4 of 4 points")
        self.assertEqual(self.rows(), self.expected)

    def test_hosts_by_ssh(self):
        remote = 'while [ "$1" != good ] && [ "$1" != bad ]; do shift; done\n[ $1 = bad ] && exit 255\n'
        path = self.stand_in("ssh", remote + 'cd / && exec sh -c "$2"\n')
        outcome = self.sweep(self.VARY, "--launcher", "ssh", "--host", "bad:2", "--host", "good:2", **path)
        self.check(outcome, DONE, "host bad has lost 2 runs", "4 of 4 points")
        self.assertEqual(self.rows(), self.expected)
        shutil.rmtree(self.dir / "s")
        self.check(self.sweep(self.VARY, "--launcher", "ssh", "--host", "bad", **path), LIMIT,
                   "no host is left")
        self.check(self.sweep(self.VARY, "--launcher", "ssh", "--host", "good", **path), DONE, "4 of 4")
        self.assertEqual(self.rows(), self.expected)

    def test_several_processes_of_each_run(self):
        path = self.stand_in("mpirun", 'shift 4\nexec "$@"\n')
        self.check(self.sweep("jobs.0.pattern.load=0.1", "--processes", "3", **path), DONE)
        self.assertTrue(self.calls("mpirun")[0].startswith("-np 3 --bind-to none /"))

    def test_mistakes(self):
        self.check(self.sweep(self.VARY, "--launcher", "slurm", PATH="/nowhere"), USAGE, "no srun in PATH")
        self.check(self.sweep(self.VARY, "--host", "a"), USAGE, "--host is for --launcher ssh")
        path = self.stand_in("ssh", "exit 1\n")
        self.check(self.sweep(self.VARY, "--launcher", "ssh", **path), USAGE, "no --host HOST")
        self.check(self.sweep(self.VARY, "--launcher", "ssh", "--host", "a:x", **path), USAGE,
                   "not of the form HOST")


if __name__ == "__main__":
    main()
