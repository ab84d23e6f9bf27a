#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random programs on random machines (docs/fuzzing.md).

    random_programs.py --programs 100000 --seed 7
    random_programs.py --only 7000012          one run, by its number; its files stay

One compiled program, programs/random.c, is an interpreter of seeds that knows what each of its receives
must bring. Beyond that, a run must end, lose nothing and leave nothing behind, and its summary and all
its tables must be the same for 1, 2, 3 and 4 threads, and for two processes in some runs. Exit code 1 if
there is a finding.

    random_programs.py --losses 100             machines in which NICs and routers fail for good

With these, messages are lost, so that programs may wait or poll for them, or find wrong what they know. A
run must end all the same, in one way for any number of threads and processes.
"""
import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from random_machines import Drawing

KASURI = os.environ.get("KASURI", "kasuri")
SOURCE = Path(__file__).resolve().parent
MOST_FINDINGS = 10
MOST_REFUSED = 100  # one after the other; about one drawn machine in three is refused
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
       "OMPI_MCA_btl": "self,vader,tcp"}


def limits():
    """One core: parts of a machine are then taken in turn, which costs less than threads that meet."""
    os.sched_setaffinity(0, {os.getpid() % os.cpu_count()})
    resource.setrlimit(resource.RLIMIT_CPU, (200, 200))


class Wrong(Exception):
    pass


class Refused(Exception):
    pass


class Campaign:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.program = folder / "random.so"
        source = SOURCE / "programs" / "random.c"
        subprocess.run([KASURI, "cc", "-o", self.program, source], check=True)
        listed = json.loads(subprocess.run([KASURI, "list", "--json"], check=True,
                                           capture_output=True).stdout)
        self.kinds = {k["name"]: [c["name"] for c in k["components"]] for k in listed["kinds"]}
        self.endings = {}
        self.programs = self.runs = self.machines = self.refused = self.messages = self.findings = 0

    def kasuri(self, *words, processes=1):
        command = [KASURI, *map(str, words)]
        if processes > 1:
            command = ["mpirun", "-q", "-np", str(processes), *command]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600,
                              env=os.environ | MPI if processes > 1 else None,
                              preexec_fn=limits if processes == 1 else None)

    def run(self, config, threads, processes=1):
        """What a run says, but for the host; and its tables."""
        out = self.folder / f"run-{threads}-{processes}"
        done = self.kasuri("run", config, "--out", out, "--threads", threads, "--json", processes=processes)
        self.runs += 1
        if done.returncode == 2:
            raise Refused(done.stderr)
        if self.arguments.losses and done.returncode in (0, 1, 3):
            return self.ending(done, out), {}
        try:
            summary = json.loads(done.stdout)
        except ValueError:
            summary = {}
        if done.returncode or not summary:
            raise Wrong(f"{threads} threads, {processes} processes: exit code {done.returncode}\n"
                        f"{done.stderr}")
        summary.pop("host")
        tables = {}
        if self.compares_tables:
            csv = self.folder / "csv"
            shutil.rmtree(csv, ignore_errors=True)
            self.kasuri("report", out, "--csv", "--no-plots", "--output", csv)
            tables = {f.name: f.read_text() for f in csv.iterdir()}
            timeline = out / "timeline.json"
            if timeline.exists():
                tables["timeline"] = timeline.read_text()
        return summary, tables

    @staticmethod
    def ending(done, out):
        """What is the same however the machine is divided."""
        summary = json.loads(done.stdout or (out / "summary.json").read_text())
        summary.pop("host")
        summary["code"] = done.returncode
        return summary

    def check(self, summary):
        """Conservation, in one run by itself."""
        if summary["end_reason"] != "completed":
            raise Wrong(f"it ended with {summary['end_reason']}")
        for job in summary["jobs"]:
            self.messages += job["messages"]
            for key in ("messages_unmatched", "unmatched"):
                if job.get(key):
                    raise Wrong(f"{job['name']}: {job[key]} messages were never received")
        for key in ("packets_under_way", "undelivered", "dropped_messages", "dropped_packets"):
            if summary.get(key):
                raise Wrong(f"{key}: {summary[key]}")

    def judge(self, number):
        a = self.arguments
        drawn = Drawing(number, self.kinds, self.program, a.count, a.operations, bool(a.losses))
        config = self.folder / "random.toml"
        config.write_text(drawn.text(a.without))
        self.compares_tables = number % 4 == 0 and not a.losses
        alone = self.run(config, 1)
        self.machines += 1
        self.programs += drawn.programs
        if a.losses:
            self.endings[alone[0]["end_reason"]] = self.endings.get(alone[0]["end_reason"], 0) + 1
        else:
            self.check(alone[0])
        for threads in (2, 3, 4):
            if number % 8 and threads != 2 + number % 3:
                continue
            self.compare(alone, self.run(config, threads), f"{threads} threads")
        if a.processes and number % a.processes == 0 and shutil.which("mpirun"):
            self.compare(alone, self.run(config, 1, processes=2), "2 processes")

    @staticmethod
    def compare(alone, other, who):
        for key, value in alone[0].items():
            if other[0].get(key) != value:
                raise Wrong(f"{who}: '{key}' is {str(other[0].get(key))[:500]} instead of "
                            f"{str(value)[:500]}")
        for name, text in alone[1].items():
            if other[1].get(name) != text:
                raise Wrong(f"{who}: table {name} differs")

    def found(self, number, why):
        self.findings += 1
        folder = Path(self.arguments.findings)
        folder.mkdir(exist_ok=True)
        kept = folder / f"random-{number}.toml"
        text = (self.folder / "random.toml").read_text()
        kept.write_text(text.replace(str(self.program), str(SOURCE / "programs" / "random.c")))
        print(f"FINDING: run {number}: {why}\nkept in {kept}", flush=True)

    def go(self):
        a = self.arguments
        begin, refused = time.time(), 0
        every = range(a.seed * 1_000_000, (a.seed + 1) * 1_000_000)
        for number in every if a.only is None else [a.only]:
            enough = self.machines >= a.losses if a.losses else self.programs >= a.programs
            if enough or self.findings >= MOST_FINDINGS:
                break
            try:
                self.judge(number)
                refused = 0
            except Refused as refusal:
                self.refused += 1
                refused += 1
                if refused == MOST_REFUSED:
                    self.found(number, f"the last {refused} were all refused: {refusal}")
                if a.verbose:
                    print(refusal, end="")
            except (Wrong, subprocess.TimeoutExpired) as wrong:
                self.found(number, str(wrong))
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = used.ru_utime + used.ru_stime
        print(f"{self.programs} programs in {self.runs} runs on {self.machines} machines "
              f"({self.refused} refused), {self.messages} messages, {cpu:.0f} CPU s, "
              f"{self.programs / max(cpu, 1e-3):.0f} programs a CPU second, "
              f"{time.time() - begin:.0f} s; {self.findings} findings")
        if self.endings:
            print("ends:", ", ".join(f"{n} {end}" for end, n in sorted(self.endings.items())))
        return 1 if self.findings or not self.programs else 0


def main():
    p = argparse.ArgumentParser(description="Runs random programs on random machines.")
    p.add_argument("--programs", type=int, default=2000, help="how many, at least")
    p.add_argument("--losses", type=int, default=0, metavar="N",
                   help="N machines that lose messages, instead")
    p.add_argument("--seed", type=int, default=1, help="of all that is drawn")
    p.add_argument("--only", type=int, help="the number of one run")
    p.add_argument("--count", type=int, default=40, help="programs of a run, one after the other")
    p.add_argument("--operations", type=int, default=14, help="of each program")
    p.add_argument("--processes", type=int, default=0,
                   help="in one of so many runs, two processes too; 0: never")
    p.add_argument("--without", action="append", default=[],
                   help="leave out this key of [nic], [link], …; repeatable")
    p.add_argument("--findings", default="findings", help="folder for configurations that are findings")
    p.add_argument("--verbose", action="store_true", help="print why machines are refused")
    arguments = p.parse_args()
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="kasuri-random-", dir=memory) as folder:
        return Campaign(arguments, Path(folder)).go()


if __name__ == "__main__":
    sys.exit(main())
