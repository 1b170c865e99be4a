"""Writes the wheel of the Python module, the same bytes every time.
    make_wheel.py VERSION NATIVE.abi3.so WHEEL
"""
import os
import pathlib
import sys
import zipfile

from wheel.wheelfile import WheelFile

HERE = pathlib.Path(__file__).resolve().parent
THIRD_PARTY = pathlib.Path("/usr/share/doc/libflatbuffers-dev/copyright")

TIME = (1980, 1, 1, 0, 0, 0)  # zip knows no earlier one

METADATA = """\
Metadata-Version: 2.1
Name: mortise
Version: {version}
Summary: Real-time models of mechanical contacts: opened, stepped and linearised
License: BSD-3-Clause
Requires-Python: >=3.11
Requires-Dist: numpy
Classifier: License :: OSI Approved :: BSD License
Classifier: Operating System :: POSIX :: Linux
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{readme}"""

TAGS = """\
Wheel-Version: 1.0
Generator: mortise
Root-Is-Purelib: false
Tag: {tag}
"""


def main():
    os.environ["SOURCE_DATE_EPOCH"] = "315532800"  # the same, for the list that the library writes
    version, native, path = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    info = f"mortise-{version}.dist-info"
    tag = path.stem.split("-", 2)[2]
    path.parent.mkdir(parents=True, exist_ok=True)
    # the name says what it holds: made under its own in a folder of its own, then moved
    folder = path.parent / "unfinished"
    folder.mkdir(exist_ok=True)
    with WheelFile(folder / path.name, "w", compression=zipfile.ZIP_DEFLATED) as wheel:
        def write(name, content):
            entry = zipfile.ZipInfo(name, date_time=TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, content)

        for source in sorted((HERE / "mortise").iterdir()):
            if source.suffix in (".py", ".pyi", ".typed"):
                write(f"mortise/{source.name}", source.read_bytes())
        write("mortise/_native.abi3.so", native.read_bytes())
        write(f"{info}/LICENSE", (HERE / "../../LICENSE").read_bytes())
        if THIRD_PARTY.exists():
            write(f"{info}/LICENSE.flatbuffers", THIRD_PARTY.read_bytes())
        readme = (HERE / "README.md").read_text(encoding="utf-8")
        write(f"{info}/METADATA", METADATA.format(version=version, readme=readme))
        write(f"{info}/WHEEL", TAGS.format(tag=tag))
    os.replace(folder / path.name, path)
    folder.rmdir()


main()
