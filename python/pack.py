# SPDX-License-Identifier: MIT
"""Packs a built tree's package as a wheel (PEP 517 and 427): its own modules, those that the build has
written, and where the program is."""
import base64
import hashlib
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent / "build"
WRITTEN = BUILD / "generated" / "python" / "kasuri"


def files():
    if not (WRITTEN / "_classes.py").exists():
        raise SystemExit(f"kasuri: error: {HERE.parent} is not built: run `make build` there")
    for file in [*HERE.glob("kasuri/*.py"), HERE / "kasuri/py.typed", *WRITTEN.glob("*.py")]:
        yield f"kasuri/{file.name}", file.read_bytes()
    yield "kasuri/_tree.py", f"PROGRAM = {str(BUILD / 'kasuri')!r}\n".encode()


def build_wheel(folder, config_settings=None, metadata_directory=None):
    project = (HERE.parent / "CMakeLists.txt").read_text()
    version = re.search(r"project\(kasuri VERSION ([\d.]+)", project)[1]
    info, record = f"kasuri-{version}.dist-info", ""
    facts = {f"{info}/METADATA": f"Metadata-Version: 2.1\nName: kasuri\nVersion: {version}\n"
                                 "Summary: A simulator of interconnection networks, from Python\n"
                                 "Requires-Python: >=3.9\n",
             f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: kasuri\nRoot-Is-Purelib: true\n"
                              "Tag: py3-none-any\n"}
    name = f"kasuri-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in [*files(), *((path, text.encode()) for path, text in facts.items())]:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
            wheel.writestr(path, data)
        wheel.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return name
