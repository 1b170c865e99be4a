# The packages made twice, compared, unpacked and used.
#   packages.sh CPACK BUILD WORK CC MODEL.mrt PYTHON
set -eu
cpack=$1 build=$2 work=$3 cc=$4 model=$5 python=${6:-}
here=$(dirname "$0")
rm -rf "$work"
mkdir -p "$work/root"

for again in first second; do
  (cd "$build" && "$cpack" --config CPackConfig.cmake -B "$work/$again") >"$work/$again.log"
  rm -rf "$work/$again/_CPack_Packages"
done
for package in "$work"/first/*.deb; do
  cmp "$package" "$work/second/$(basename "$package")"
  dpkg-deb -x "$package" "$work/root"
done
root=$work/root/usr

# every package says what is in it
for name in libmortise4 libmortise-dev mortise; do
  test -s "$root/share/doc/$name/copyright"
  grep -q '"spdxVersion": "SPDX-2.3"' "$root/share/doc/$name/sbom.spdx.json"
  grep -q 'libflatbuffers-dev' "$root/share/doc/$name/sbom.spdx.json"
done

# the tool
"$root/bin/mortise" info "$model" >/dev/null
"$root/bin/mortise" run "$model" --scenario sweep -o "$work/out.csv" >/dev/null
"$root/bin/mortise_rt" --help >/dev/null

# what the README tells
python3 -B "$here/../examples/stories.py" "$here/../../README.md" "$root/bin" deploy bench

# the library, from C
lib=$(dirname "$(find "$root" -name libmortise.a)")
"$cc" -I "$root/include" "$here/bench.c" -L "$lib" -lmortise -Wl,-rpath,"$lib" -o "$work/bench"
"$work/bench" "$model" sweep "$work/c.txt"

# the Python module
if [ -n "$python" ]; then
  PYTHONPATH=$root/lib/python3/dist-packages "$python" -B -c '
import sys, mortise
trace = mortise.open(sys.argv[1]).play("sweep")
last = open(sys.argv[2]).read().splitlines()[-1].split(",")
assert [float(x) for x in last[1:]] == list(trace.y[-1]), last
' "$model" "$work/out.csv"
fi
echo "packages: $(cd "$work/first" && echo *.deb)"
