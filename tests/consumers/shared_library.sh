# Builds bench.c with a bare compiler against the shared library, and looks at what that exports
# and needs.
#   shared_library.sh CC INCLUDE LIBRARY-FOLDER MODEL SCENARIO RESULTS
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cc=$1; include=$2; folder=$3; model=$4; scenario=$5; results=$6
$cc -std=c11 -Wall -Werror -I"$include" "$here/bench.c" -o "$results/shared" -L"$folder" -lmortise \
  -Wl,-rpath,"$folder"
"$results/shared" "$model" "$scenario" "$results/shared.txt"

# the program asks for the version that the header names
abi=$(sed -n 's/^#define MORTISE_ABI_VERSION \([0-9]*\)u$/\1/p' "$include/mortise/mortise.h")
readelf -d "$results/shared" | grep -q "NEEDED.*libmortise[.]so[.]$abi]"
# exported: all that the header declares and nothing else
nm -D --defined-only "$folder/libmortise.so" | sed 's/^[^ ]* . //' | sort > "$results/exported"
grep -o '\bmortise_[a-z_]*(' "$include/mortise/mortise.h" | tr -d '(' | sort -u > "$results/declared"
diff "$results/declared" "$results/exported"
# of libraries it needs that of C at most
needed=$(readelf -d "$folder/libmortise.so" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
case "$needed" in
  "" | libc.so.*) ;;
  *) echo "libmortise.so needs $needed"; exit 1 ;;
esac
