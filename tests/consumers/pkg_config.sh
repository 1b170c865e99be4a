# Builds and runs bench.c as pkg-config says, against the shared and the static library.
#   pkg_config.sh CC FOLDER-OF-PC-FILES MODEL SCENARIO RESULTS
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cc=$1; model=$3; scenario=$4; results=$5
command -v pkg-config > /dev/null || { echo "pkg-config is not installed"; exit 77; }
export PKG_CONFIG_PATH="$2"
for package in mortise mortise-static; do
  program=$results/pkg_config_$package
  # shellcheck disable=SC2046
  $cc -std=c11 $(pkg-config --cflags $package) "$here/bench.c" -o "$program" \
    $(pkg-config --libs $package)
  LD_LIBRARY_PATH=$(pkg-config --variable=libdir mortise) \
    "$program" "$model" "$scenario" "$program.txt"
done
