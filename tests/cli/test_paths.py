# SPDX-License-Identifier: MIT
"""Configurations of others (`--within`, as `kasuri serve` reads them): a path is judged before it is
opened, of every key that is a path. The kernel tells what was opened (inotify). And plug-ins: none runs
without a word."""
import ctypes
import re
import struct

from harness import *

libc = ctypes.CDLL(None, use_errno=True)
IN_ACCESS, IN_OPEN, IN_CREATE = 0x1, 0x20, 0x100
OUTSIDE, NOT_HERE = "outside of the folders that may be read here", "are not run here"


class Opened:
    """Names of what any process opens or makes in a folder and the folders in it, from now on."""

    def __init__(self, folder):
        self.fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        assert self.fd >= 0, os.strerror(ctypes.get_errno())
        for at, _, _ in list(os.walk(folder)):
            assert libc.inotify_add_watch(self.fd, os.fsencode(at), IN_ACCESS | IN_OPEN | IN_CREATE) >= 0

    def names(self):
        found = set()
        while True:
            try:
                data = os.read(self.fd, 1 << 16)
            except BlockingIOError:
                return found
            while data:
                _, _, _, size = struct.unpack_from("iIII", data)
                found.add(data[16:16 + size].rstrip(b"\0").decode() or ".")
                data = data[16 + size:]

    def close(self):
        os.close(self.fd)


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + " }"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


def path_keys(schema):
    """Of each key that is a path: its name, and a function from its value to a configuration."""
    def walk(node, name, wrap, kinds):
        if "$ref" in node:
            kind = node["$ref"].rsplit("/", 1)[1]
            if kinds.count(kind) < 2:  # components in components
                yield from walk(schema["$defs"][kind], name, wrap, kinds + [kind])
        elif node.get("x-type") == "path":
            yield name, wrap
        elif node.get("type") == "array":
            yield from walk(node["items"], name + "[]", lambda v: wrap([v]), kinds)
        for other in node.get("oneOf", []) + node.get("anyOf", []):
            yield from walk(other, name, wrap, kinds)
        of_type = node.get("properties", {}).get("type", {})
        fixed = {"type": of_type["const"]} if "const" in of_type else {}
        label = f"{name}({of_type['const']})" if fixed else name
        for key, inner in node.get("properties", {}).items():
            yield from walk(inner, f"{label}.{key}",
                            lambda v, key=key: wrap({**fixed, key: v}), kinds)
        if isinstance(node.get("additionalProperties"), dict):
            yield from walk(node["additionalProperties"], f"{label}.any", lambda v: wrap({"any": v}), kinds)
    return list(walk(schema, "", lambda v: v, []))


class Folders(KasuriTest):
    def setUp(self):
        super().setUp()
        self.inside, self.outside = self.dir / "in", self.dir / "out"
        for folder in (self.inside, self.outside / "more"):
            folder.mkdir(parents=True)
        self.write("out/more/file", "0 1\n")
        os.symlink("../out/more/file", self.inside / "link")
        os.symlink("../out", self.inside / "folder")
        os.symlink("../out/not-there-yet", self.inside / "dangling")
        os.symlink("ring", self.inside / "ring")

    def refused(self, config, *words, more=()):
        """Exit code 2, these words, and nothing opened outside."""
        self.write("config.toml", config)
        opened = Opened(self.outside)
        try:
            outcome = self.kasuri("check", "config.toml", "--within", "in", *more, timeout=60)
            self.assertEqual(opened.names(), set(), config + outcome.err)
        finally:
            opened.close()
        self.check(outcome, USAGE, *words)
        self.assertFalse((self.outside / "not-there-yet").exists())
        return outcome

    def kasuri(self, *args, timeout=300, **options):
        process = self.start(*args, **options)
        out, err = process.communicate(timeout=timeout)
        return Outcome(process.returncode, out, err)


class Within(Folders):
    def test_every_key_that_is_a_path(self):
        keys = path_keys(json.loads(self.kasuri("schema").out))
        names = {name for name, _ in keys}
        for known in (".plugins[]", ".jobs[].program", ".jobs[].trace", ".jobs[].mapping_file",
                      ".topology(graph).file", ".routing(tables).file"):
            self.assertTrue(any(n.startswith(known) for n in names), (known, names))
        forms = (str(self.outside / "more/file"), "../out/more/file", "link", "folder/more/file",
                 "folder/more", "dangling", "ring", "../in/folder/more/file")
        for i, (name, wrap) in enumerate(keys):
            # All forms of the usual keys; of the others, which one function reads, some.
            for form in forms if name.count("(") < 2 and "any" not in name else forms[i % 4::4]:
                with self.subTest(key=name, path=form):
                    config = "".join(f"{k} = {toml(v)}\n" for k, v in wrap(form).items())
                    outcome = self.refused(config)
                    self.assertRegex(outcome.err, f"{OUTSIDE}|{NOT_HERE}")

    def test_what_is_inside_may_be_opened(self):
        """The watch sees it, so that it would have seen what is outside."""
        self.write("in/pairs", "0 1\n")
        job = TORUS + '[[jobs]]\npattern = { type = "table", file = "pairs", load = 0.1,'
        job += ' duration = "1 us" }\n'
        self.write("config.toml", job)
        opened = Opened(self.inside)
        self.check(self.kasuri("check", "config.toml", "--within", "in"), DONE)
        self.assertIn("pairs", opened.names())
        opened.close()

    def test_files_that_a_trace_names(self):
        config = TORUS + '[[jobs]]\ntrace = "%s"\n'
        self.write("out/rank", "0 init\n0 compute 1\n0 finalize\n")
        for line in (str(self.outside / "rank"), "../out/rank", "link", "folder/rank"):
            self.write("in/list", line + "\n")
            self.refused(config % "list", OUTSIDE)
        self.write("in/t.meta", f"hostname=x\nnumprocs=1\nfileprefix={self.outside}/dumpi\n")
        self.write("out/dumpi-0000.bin", "x")
        self.refused(config % "t.meta", OUTSIDE)
        for name in ("a.otf2", "a.def"):
            self.write(f"in/{name}", "x")
        (self.inside / "a").mkdir()
        os.symlink("../../out/rank", self.inside / "a" / "0.evt")
        self.refused(config % "a.otf2", OUTSIDE)
        os.symlink("../out/rank", self.inside / "c.0.et")
        for name in ("c.0.et", "c.*.et"):
            self.refused(config % name, OUTSIDE)


class Plugins(Folders):
    """A library whose constructor says that it ran."""

    def setUp(self):
        super().setUp()
        self.write("p.c", '#include <stdio.h>\n__attribute__((constructor)) static void ran(void) {\n'
                   f'  fclose(fopen("{self.dir}/ran", "w")); }}\n')
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "in/p.so", "p.c"], cwd=self.dir, check=True)
        for folder in ("out", "out/more"):
            shutil.copy(self.inside / "p.so", self.dir / folder / "p.so")
        os.symlink("../out/p.so", self.inside / "p-link.so")

    def ran(self):
        found = (self.dir / "ran").exists()
        (self.dir / "ran").unlink(missing_ok=True)
        return found

    def test_are_programs(self):
        config = 'plugins = ["%s"]\n' + SHORT
        for path in ("p.so", f"{self.outside}/p.so", "../out/p.so", "p-link.so", "folder/p.so",
                     "folder/more/../p.so"):
            with self.subTest(path):
                self.refused(config % path)
                self.assertFalse(self.ran())
        self.check(self.refused(config % "p.so"), USAGE, "plug-ins are not run here", "--programs DIR")
        # Of one folder.
        (self.dir / "code").mkdir()
        shutil.copy(self.inside / "p.so", self.dir / "code/p.so")
        os.symlink("../in/p.so", self.dir / "code/link.so")
        for path in ("p.so", "../code/link.so", f"{self.outside}/p.so"):
            self.refused(config % path, more=("--programs", "code"))
            self.assertFalse(self.ran())
        self.write("config.toml", config % "../code/p.so")
        outcome = self.kasuri("check", "config.toml", "--within", "in", "--programs", "code")
        self.check(outcome, USAGE, "p.so is no plug-in")
        self.assertTrue(self.ran())

    def test_are_not_named_by_scripts(self):
        """As libtool's scripts do, and as any text can that a service keeps."""
        config = TORUS + '[[jobs]]\nprogram = "config"\n'
        for path in (self.outside / "p.so", "../out/p.so", "p-link.so"):
            self.write("in/config", f"# config - temporary wrapper script for {path}\n" + config)
            opened = Opened(self.outside)
            outcome = self.kasuri("run", "in/config", "--within", "in", "--programs", "in")
            self.assertEqual(opened.names(), set(), outcome.err)
            opened.close()
            self.check(outcome, USAGE, "nor a shared object")
            self.assertFalse(self.ran())

    def test_in_values_that_are_read_as_toml(self):
        """The name of an algorithm is read as a configuration is."""
        value = json.dumps('"ring"\nplugins = ["' + str(self.outside / "p.so") + '"]')
        self.write("config.toml", SHORT + f"[mpi.algorithms]\nallreduce = {value}\n")
        self.kasuri("check", "config.toml", "--within", "in")
        self.assertFalse(self.ran())

    def test_none_runs_without_a_word(self):
        self.write("config.toml", 'plugins = ["in/p.so"]\n' + SHORT)
        for verb in ["check", "config.toml"], ["topo", "config.toml"], ["run", "config.toml", "--dry-run"]:
            with self.subTest(verb):
                said = self.kasuri(*verb)
                self.assertRegex(said.err, r"kasuri: loading plug-in \S+/in/p.so, which \w+.toml names")
                self.assertEqual(said.err.count("loading plug-in"), 1)
                self.assertTrue(self.ran())
                left = self.kasuri(*verb, "--no-plugins")
                self.assertRegex(left.err, r"plug-in \S+/in/p.so, left out \(--no-plugins\)")
                self.assertFalse(self.ran())

    def test_files_of_studies_name_none(self):
        self.write("chip.toml", 'plugins = ["in/p.so"]\n')
        for verb in "chip", "manycore":
            self.check(self.kasuri(verb, "chip.toml"), USAGE, "unknown key 'plugins'")
            self.assertFalse(self.ran())

    def test_what_they_bring_is_missing_without_them(self):
        self.write("config.toml", 'plugins = ["in/p.so"]\n' + SHORT.replace('"torus"', '"of-the-plug-in"'))
        self.check(self.kasuri("check", "config.toml", "--no-plugins"), USAGE,
                   "unknown topology 'of-the-plug-in'", "plug-ins are left out (--no-plugins)")
        # A colleague's run, whose plug-in is not needed.
        self.write("config.toml", SHORT)
        self.check(self.kasuri("run", "config.toml", "--out", "run"), DONE)
        manifest = json.loads((self.dir / "run/manifest.json").read_text())
        del manifest["files"]
        self.write("run/manifest.json", json.dumps(manifest))
        text = (self.dir / "run/config.toml").read_text()
        text = re.sub(r"^plugins *=.*\n", "", text, flags=re.M)
        self.write("run/config.toml", f'plugins = ["{self.inside}/p.so"]\n' + text)
        self.assertIn("loading plug-in", self.kasuri("rerun", "run").err)
        self.assertTrue(self.ran())
        self.check(self.kasuri("rerun", "run", "--no-plugins"), DONE, "the same result")
        self.assertFalse(self.ran())


if __name__ == "__main__":
    main()
