"""Writes the copyright file and the SBOM of a package.
    about.py PACKAGE VERSION LICENSE OUT_DIR DEBIAN_PACKAGE...
The Debian packages are those whose headers or texts are compiled in; their own copyright files are taken over.
"""
import json
import pathlib
import re
import subprocess
import sys

# Licences as SPDX names them; a package that is not here must be added with its licence.
LICENCES = {
    "libflatbuffers-dev": ("FlatBuffers", "Apache-2.0"),
    "libeigen3-dev": ("Eigen", "MPL-2.0"),
    "libcli11-dev": ("CLI11", "BSD-3-Clause"),
    "libtomlplusplus-dev": ("toml++", "MIT"),
    "nlohmann-json3-dev": ("JSON for Modern C++", "MIT"),
}


def version_of(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True,
                          capture_output=True, text=True).stdout


def entry(name, version, licence, identifier, supplier):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version,
            "licenseConcluded": licence, "licenseDeclared": licence, "supplier": supplier,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "copyrightText": "NOASSERTION"}


def main():
    package, version, licence, out = sys.argv[1], sys.argv[2], *map(pathlib.Path, sys.argv[3:5])
    inside = sys.argv[5:]
    out.mkdir(parents=True, exist_ok=True)
    text = [f"{package} {version}\n\n", licence.read_text(encoding="utf-8")]
    packages = [entry(package, version, "BSD-3-Clause", "package", "Organization: mortise")]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-package"}]
    for debian in inside:
        name, spdx = LICENCES[debian]
        identifier = re.sub(r"[^A-Za-z0-9.-]", "-", debian)
        packages.append(entry(name, version_of(debian), spdx, identifier, "Organization: Debian"))
        relations.append({"spdxElementId": "SPDXRef-package", "relationshipType": "CONTAINS",
                          "relatedSpdxElement": f"SPDXRef-{identifier}"})
        said = pathlib.Path(f"/usr/share/doc/{debian}/copyright")
        text.append(f"\n\n---- {name} {version_of(debian)}, {spdx}, compiled in\n\n")
        text.append(said.read_text(encoding="utf-8") if said.exists() else f"{spdx}\n")
    (out / "copyright").write_text("".join(text), encoding="utf-8")
    sbom = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"{package}-{version}",
            "documentNamespace": f"urn:mortise:{package}:{version}",
            "creationInfo": {"created": "1980-01-01T00:00:00Z", "creators": ["Tool: mortise"]},
            "packages": packages, "relationships": relations}
    (out / "sbom.spdx.json").write_text(json.dumps(sbom, indent=1) + "\n", encoding="utf-8")


main()
