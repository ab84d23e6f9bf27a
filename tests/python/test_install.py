# SPDX-License-Identifier: MIT
"""The installed tree without its source tree: moved to another place, it runs, compiles programs and
plug-ins, and links into other programs. `Packages` makes the .deb and the tarball (KASURI_LONG)."""
import os
import pathlib
import shutil
import stat
import unittest

from cases import BUILD, FILE, SOURCE, Case

LONG = os.environ.get("KASURI_LONG")


class Tree(Case):
    """What is checked of any tree."""

    def environment_of(self, prefix, **more):
        return {
            "PATH": f"{prefix}/bin:/usr/bin:/bin",
            "HOME": str(self.dir / "home"),
            "TERM": "dumb",
            "PYTHONPATH": str(next(prefix.glob("lib/python3*/dist-packages"))),
            "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig",
            **more,
        }

    def check_tree(self, prefix):
        env = self.environment_of(prefix)
        (self.dir / "home").mkdir()
        self.check_program(prefix, env)
        self.check_files(prefix, env)
        self.check_plugin_and_library(prefix, env)

    def check_program(self, prefix, env):
        shutil.copytree(prefix / "share/kasuri/examples/traces", "traces")
        run = self.shell("kasuri", "run", "traces/config.toml", "--out", "out", env=env)
        self.assertIn("result hash", run.stdout)
        self.assertIn("fugaku", self.shell("kasuri", "list", "machines", env=env).stdout)
        # Studies, whose programs are beside it.
        chip = prefix / "share/kasuri/examples/on-chip/small.toml"
        self.assertIn("energy", self.shell("kasuri", "chip", chip, env=env).stdout)
        listed = self.shell("kasuri", "list", env=env)
        self.assertIn("traffic on a chip", listed.stdout)
        self.assertEqual(listed.stderr, "")
        # A program in C; its compiled form is kept where its user alone can write.
        self.shell("kasuri", "new", "program", "--out", "new/config.toml", env=env)
        self.assertIn("64 ranks", self.shell("kasuri", "run", "new/config.toml", env=env).stdout)
        cache = self.dir / "home/.cache/kasuri"
        self.assertTrue(any(cache.iterdir()))
        self.assertFalse(cache.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH))
        self.assertEqual(cache.stat().st_mode & 0o777, 0o700)
        # An unmodified MPI program, by the link that build systems find.
        self.write(
            "hello.c",
            "#include <mpi.h>\n#include <stdio.h>\nint main(int c, char** v) {\n  int r;\n"
            '  MPI_Init(&c, &v);\n  MPI_Comm_rank(MPI_COMM_WORLD, &r);\n  if (!r) puts("hello");\n'
            "  MPI_Finalize();\n}\n",
        )
        self.shell(prefix / "lib/kasuri/bin/mpicc", "hello.c", "-o", "hello", env=env)
        self.assertIn("hello", self.shell("kasuri", "mpirun", "-n", "4", "./hello", env=env).stdout)

    def check_files(self, prefix, env):
        schema = (prefix / "share/kasuri/config.schema.json").read_text()
        self.assertEqual(schema, self.shell("kasuri", "schema", env=env).stdout)
        first = pathlib.Path("new/config.toml").read_text().splitlines()[0]
        self.assertEqual(first, f"#:schema {prefix}/share/kasuri/config.schema.json")
        self.assertTrue((prefix / "share/man/man1/kasuri.1.gz").exists())
        verbs = [
            w.split()[0]
            for w in self.shell("kasuri", "--help", env=env).stdout.split("Simulate:")[1].splitlines()
            if w.startswith("  ") and not w.startswith("   ")
        ]
        for verb in verbs:
            self.assertTrue((prefix / f"share/man/man1/kasuri-{verb}.1.gz").exists(), verb)
        program = (
            "import kasuri\nr = kasuri.run('traces/config.toml')\nprint(kasuri.binary(), len(r.links))"
        )
        python = self.shell("/usr/bin/python3", "-B", "-c", program, env=env).stdout
        self.assertTrue(python.startswith(f"{prefix}/bin/kasuri "), python)
        for file in (prefix / "lib/kasuri").rglob("*"):
            if file.is_symlink():
                self.assertFalse(os.readlink(file).startswith("/"), file)

    def check_plugin_and_library(self, prefix, env):
        shutil.copytree(prefix / "share/kasuri/examples/library", "library")
        flags = self.shell("pkg-config", "--cflags", "kasuri", env=env).stdout.split()
        self.assertEqual([os.path.normpath(flag) for flag in flags], [f"-I{prefix}/include"])
        self.shell(
            "g++",
            "-std=c++20",
            "-shared",
            "-fPIC",
            *flags,
            "-o",
            "library/wheel.so",
            "library/wheel.cpp",
            env=env,
        )
        checked = self.shell("kasuri", "check", "library/wheel.toml", env=env).stdout
        self.assertIn("wheel of 12 spokes", checked)
        self.assertIn("rim or hub", checked)
        helped = self.shell(
            "kasuri", "help", "topology", "wheel", "--plugin", "library/wheel.so", env=env
        ).stdout
        self.assertRegex(helped, r"spokes +integer, 3 to 4096; default 8\s+routers of the ring")
        hashes = {
            self.shell("kasuri", "run", "library/wheel.toml", "--threads", n, env=env)
            .stdout.split("result hash ")[1]
            .split(",")[0]
            for n in ("1", "3")
        }
        self.assertEqual(len(hashes), 1)
        links = self.shell("pkg-config", "--libs", "kasuri", env=env).stdout.split()
        self.shell("g++", "-std=c++20", "library/simulate.cpp", "-o", "simulate", *flags, *links, env=env)
        one = self.shell("./simulate", "1", env=env).stdout
        self.assertEqual(one.count("hash"), 3)
        self.assertEqual(one, self.shell("./simulate", "2", env=env).stdout)
        self.shell("g++", "-std=c++20", "library/network.cpp", "-o", "network", *flags, *links, env=env)
        self.assertIn("100 steps in", self.shell("./network", "link.rate", "25 GB/s", env=env).stdout)
        # The adapter for ASTRA-sim, on an interface of our own instead of ASTRA-sim's.
        astra = SOURCE / "tests/python/astra"
        include = [f"-I{folder}" for folder in (astra, SOURCE / "integrations/astra-sim")]
        self.shell("g++", "-std=c++20", *include, astra / "ring.cpp", "-o", "ring", *flags, *links, env=env)
        self.assertIn("by the adapter", self.shell("./ring", env=env).stdout)


class Installation(Tree):
    def test_a_moved_tree_works(self):
        self.shell("cmake", "--install", BUILD, "--prefix", self.dir / "first")
        os.rename("first", "tree")
        self.check_tree(self.dir / "tree")

    def test_plugins_are_refused_with_their_place(self):
        kasuri = os.environ["KASURI"]
        text = (
            'plugins = ["%s"]\n[topology]\ntype = "switch"\nendpoints = 2\n[[jobs]]\n'
            'pattern = { type = "uniform", duration = "1 us" }\n'
        )
        for name, why in (
            ("none.so", "config.toml:1:12: error: plug-in .*none.so: No such file"),
            ("config.toml", "config.toml:1:12: error: plug-in cannot be loaded"),
            (BUILD / "mpi/lib/libkasuri_program.so", "cannot be loaded|is no plug-in"),
        ):
            self.write("config.toml", text % name)
            self.assertRegex(self.shell(kasuri, "check", "config.toml", code=2).stderr, why)
        self.write(
            "old.cpp",
            '#include <kasuri/kasuri.h>\nextern "C" const unsigned kasuri_plugin_version = 99;\n'
            'extern "C" void kasuri_plugin(kasuri::v1::Registry&) {}\n',
        )
        self.shell(
            "g++", "-std=c++20", "-shared", "-fPIC", f"-I{SOURCE}/include", "-o", "old.so", "old.cpp"
        )
        self.write("config.toml", text % "old.so")
        self.assertIn(
            "is made for version 99 of kasuri/kasuri.h, this is version 1; compile it again",
            self.shell(kasuri, "check", "config.toml", code=2).stderr,
        )

    def test_what_a_plugin_does_in_a_run_is_checked(self):
        own = SOURCE / "tests/python/own.cpp"
        self.shell("g++", "-std=c++20", "-shared", "-fPIC", f"-I{SOURCE}/include", "-o", "own.so", own)
        for name, why in (("far", "sends to rank 99; ranks are 0 to 15"), ("thrower", "it is tired")):
            self.write("config.toml", 'plugins = ["own.so"]\n' + FILE.replace("uniform", name))
            for threads in ("1", "2"):
                done = self.shell(
                    os.environ["KASURI"], "run", "config.toml", "--threads", threads, "--out", "o", code=2
                )
                self.assertRegex(done.stderr, f"kasuri: error: pattern '{name}': .*{why}")


@unittest.skipUnless(LONG, "makes packages: KASURI_LONG")
class Packages(Tree):
    def test_the_deb_is_accepted_by_lintian_and_works(self):
        self.shell(
            "cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "DEB", "-B", self.dir / "packages"
        )
        deb = next((self.dir / "packages").glob("*.deb"))
        self.shell("lintian", "--fail-on", "error", "--allow-root", "--no-user-dirs", deb)
        self.shell("dpkg-deb", "-x", deb, self.dir / "root")
        self.check_tree(self.dir / "root/usr")

    def test_the_tarball_is_a_tree(self):
        self.shell(
            "cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "TGZ", "-B", self.dir / "packages"
        )
        self.shell("tar", "xf", next((self.dir / "packages").glob("*.tar.gz")), "-C", self.dir)
        self.check_tree(next(self.dir.glob("kasuri-*")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
