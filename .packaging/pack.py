#!/usr/bin/env python3
"""Packs one built housestyle binary in every form that people install: archive, Python wheel, npm packages.

    .packaging/pack.py target/release/housestyle --out dist

Each holds the binary, the manual pages and the completions that this binary makes of itself, and the licences. The same
binary gives the same bytes: times, owners, order and modes are fixed. Only the standard library is used. For what machine
a binary is, its own header says; nothing has to be told, and nothing can be told wrong.

Why not a build backend: a wheel that holds a program and nothing of Python is a zip of five files, and these forms are made
of a binary that was built, checked and signed once, not of one build each.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
# 1980-01-01, the first second that a zip can name.
EPOCH = 315532800
AUTHOR = "The housestyle authors"
# Whose release this is, said in this one place: the repository of the workflow that packs, or a name that stands for it.
REPOSITORY = f"{os.environ.get('GITHUB_SERVER_URL', 'https://HOST')}/{os.environ.get('GITHUB_REPOSITORY', 'OWNER/housestyle')}"
# Every platform that npm is told of, by the name of Node.
NODE = {
    ("linux", "x86_64"): ("linux", "x64"),
    ("linux", "aarch64"): ("linux", "arm64"),
    ("macos", "x86_64"): ("darwin", "x64"),
    ("macos", "aarch64"): ("darwin", "arm64"),
    ("windows", "x86_64"): ("win32", "x64"),
}


class Refused(Exception):
    """What is handed over is no program that can be packed."""


def machine(binary):
    """System, architecture, and for Linux the least glibc that it needs: none where it is static."""
    data = binary.read_bytes()
    if data[:4] == b"\x7fELF" and data[4] == 2 and data[5] == 1:
        arch = {62: "x86_64", 183: "aarch64"}.get(struct.unpack_from("<H", data, 18)[0])
        if arch is None:
            raise Refused("an ELF file for a machine that housestyle is not packed for")
        at, = struct.unpack_from("<Q", data, 32)
        size, number = struct.unpack_from("<HH", data, 54)
        kinds = {struct.unpack_from("<I", data, at + n * size)[0] for n in range(number)}
        if 3 not in kinds:  # PT_INTERP: without one there is nothing to load, so it runs on every Linux.
            return "linux", arch, None
        wanted = [tuple(map(int, found.split(b"."))) for found in re.findall(rb"GLIBC_(\d+\.\d+)\b", data)]
        if not wanted:
            raise Refused("a dynamic ELF file that is not linked against glibc")
        return "linux", arch, max(wanted)
    if data[:4] == b"\xcf\xfa\xed\xfe":
        arch = {0x01000007: "x86_64", 0x0100000C: "aarch64"}.get(struct.unpack_from("<I", data, 4)[0])
        if arch is None:
            raise Refused("a Mach-O file for a machine that housestyle is not packed for")
        return "macos", arch, None
    if data[:2] == b"MZ" and len(data) >= 64:
        at, = struct.unpack_from("<I", data, 0x3C)
        if data[at:at + 4] == b"PE\0\0":
            arch = {0x8664: "x86_64"}.get(struct.unpack_from("<H", data, at + 4)[0])
            if arch is None:
                raise Refused("a PE file for a machine that housestyle is not packed for")
            return "windows", arch, None
    raise Refused("neither a 64-bit ELF, nor a Mach-O, nor a PE file")


def program_name(system):
    return "housestyle.exe" if system == "windows" else "housestyle"


def wheel_tag(system, arch, glibc):
    if system == "macos":
        return "macosx_11_0_arm64" if arch == "aarch64" else "macosx_10_12_x86_64"
    if system == "windows":
        return "win_amd64"
    if glibc is None:
        return f"manylinux_2_17_{arch}.musllinux_1_1_{arch}"
    return f"manylinux_{glibc[0]}_{max(glibc[1], 17)}_{arch}"


def manifest():
    import tomllib

    read = tomllib.loads((ROOT / "Cargo.toml").read_text())
    return read["package"] | {"version": read["workspace"]["package"]["version"]}


def extras(binary):
    """Manual pages and completions, as the binary itself writes them: path below the prefix, bytes."""
    def told(*arguments):
        env = {"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent"}
        return subprocess.run([binary.resolve(), *arguments], check=True, capture_output=True, env=env).stdout

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        told("man", folder)
        for page in sorted(pathlib.Path(folder).iterdir()):
            found[f"share/man/man1/{page.name}"] = page.read_bytes()
    found["share/bash-completion/completions/housestyle"] = told("completions", "bash")
    found["share/zsh/site-functions/_housestyle"] = told("completions", "zsh")
    found["share/fish/vendor_completions.d/housestyle.fish"] = told("completions", "fish")
    return found


def documents():
    return {name: (ROOT / name).read_bytes() for name in ("LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md")}


def absolute_links(page):
    """A page as a registry shows it, far from the files that it links."""
    page = re.sub(r'\b(src|srcset)="(?!https?:)([^"]+)"', lambda image: f'{image[1]}="{REPOSITORY}/raw/HEAD/{image[2]}"', page)
    return re.sub(r"\]\((?!https?:|#)([^)]+)\)", lambda link: f"]({REPOSITORY}/blob/HEAD/{link[1]})", page)


def tar(path, files):
    """Files by path: bytes and whether it is a program."""
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, (data, program) in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(data), EPOCH, 0o755 if program else 0o644
            archive.addfile(entry, io.BytesIO(data))
    with open(path, "wb") as out, gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as packed:
        packed.write(inner.getvalue())
    return path


def archive(binary, package, where, out):
    system, arch, _ = where
    name = f"housestyle-{package['version']}-{arch}-{system}"
    files = {f"{name}/bin/{program_name(system)}": (binary.read_bytes(), True)}
    for path, data in {**extras(binary), **documents()}.items():
        files[f"{name}/{path}"] = (data, False)
    if system == "windows":
        return write_zip(out / f"{name}.zip", files, sorted(files))
    return tar(out / f"{name}.tar.gz", files)


def wheel(binary, package, where, out):
    version, tag = package["version"], f"py3-none-{wheel_tag(*where)}"
    base, info = f"housestyle-{version}.data", f"housestyle-{version}.dist-info"
    files = {f"{base}/scripts/{program_name(where[0])}": (binary.read_bytes(), True)}
    for path, data in extras(binary).items():
        files[f"{base}/data/{path}"] = (data, False)
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        files[f"{info}/licenses/{name}"] = (documents()[name], False)
    readme = absolute_links(documents()["README.md"].decode())
    metadata = (
        f"Metadata-Version: 2.4\nName: housestyle\nVersion: {version}\nSummary: {package['description']}\n"
        f"Author: {AUTHOR}\nProject-URL: Repository, {REPOSITORY}\nRequires-Python: >=3.8\n"
        f"License-Expression: {package['license']}\nLicense-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\n"
        f"Keywords: {','.join(package['keywords'])}\nClassifier: Environment :: Console\n"
        f"Classifier: Topic :: Software Development :: Localization\nDescription-Content-Type: text/markdown\n\n{readme}"
    )
    files[f"{info}/METADATA"] = (metadata.encode(), False)
    tags = "".join(f"Tag: py3-none-{one}\n" for one in wheel_tag(*where).split("."))
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: housestyle-pack\nRoot-Is-Purelib: false\n{tags}".encode(), False
    )
    record = ""
    for name, (data, _) in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), False)
    path = out / f"housestyle-{version}-{tag}.whl"
    # What describes a wheel stands last, so that it is found without reading the rest.
    order = sorted(files, key=lambda name: (name.startswith(info), name.endswith("RECORD"), name))
    return write_zip(path, files, order)


def write_zip(path, files, order):
    """Files by path, in this order: bytes and whether it is a program."""
    with zipfile.ZipFile(path, "w") as packed:
        for name in order:
            data, program = files[name]
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = (0o100755 if program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, data, compresslevel=6)
    return path


def npm(binary, package, where, out):
    """Two packages: the launcher, which is the same everywhere, and the one that holds this binary."""
    version = package["version"]
    system, cpu = NODE[where[0], where[1]]
    common = {
        "version": version,
        "license": package["license"],
        "description": package["description"],
        "author": AUTHOR,
        "repository": {"type": "git", "url": f"git+{REPOSITORY}.git"},
    }
    own = {
        "name": f"@housestyle/{system}-{cpu}",
        **common,
        "description": f"The program of housestyle for {system} {cpu}",
        "os": [system],
        "cpu": [cpu],
        # Resolved by the launcher, and by nobody else.
        "files": ["bin"],
        "preferUnplugged": True,
    }
    if where[0] == "linux" and where[2] is not None:
        own["libc"] = ["glibc"]
    pages = {path: data for path, data in extras(binary).items()}
    launcher = {
        "name": "housestyle",
        **common,
        "keywords": package["keywords"],
        "bin": {"housestyle": "bin/housestyle.js"},
        "man": [path for path in sorted(pages) if path.startswith("share/man")],
        "engines": {"node": ">=18"},
        # No dependencies: npm would ask its registry for names that nobody of this project holds there.
        "housestyle": {"platforms": sorted(f"{s}-{c}" for s, c in NODE.values())},
    }

    def text(value):
        return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(), False

    licences = {f"package/{name}": (data, False) for name, data in documents().items() if name.startswith("LICENSE")}
    program = {"package/package.json": text(own), f"package/bin/{program_name(where[0])}": (binary.read_bytes(), True), **licences}
    start = {
        "package/package.json": text(launcher),
        "package/bin/housestyle.js": ((HERE / "npm/housestyle.js").read_bytes(), True),
        "package/README.md": (absolute_links(documents()["README.md"].decode()).encode(), False),
        **licences,
        **{f"package/{path}": (data, False) for path, data in pages.items()},
    }
    return [
        tar(out / f"housestyle-{system}-{cpu}-{version}.tgz", program),
        tar(out / f"housestyle-{version}.tgz", start),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    given = parser.parse_args()
    if not given.binary.is_file():
        raise Refused(f"there is no file {given.binary}: build it first")
    where = machine(given.binary)
    given.out.mkdir(parents=True, exist_ok=True)
    package = manifest()
    made = [archive(given.binary, package, where, given.out), wheel(given.binary, package, where, given.out)]
    made += npm(given.binary, package, where, given.out)
    for path in made:
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}")


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        print(f"pack.py: {refused}", file=sys.stderr)
        sys.exit(1)
    except subprocess.CalledProcessError as failed:
        print(f"pack.py: the program does not run here: {failed}", file=sys.stderr)
        sys.exit(1)
