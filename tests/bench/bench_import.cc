// How fast an export is read, and in how much memory:
//
//   mortise_import_bench EXPORT [--format NAME] [--units U] [--jobs N] [--least MB_PER_S]
//                        [--most RATIO]
//
// EXPORT: any file of it, e.g. FOLDER/block.sti; its deck is read, too. Prints MB of text a second
// of wall and of processor time, and the peak of resident memory over what both matrices take.
// Fails under --least and over --most.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "generator/bodies/import/importer.hpp"
#include "generator/ground/files/text_source.hpp"

namespace mortise::gen {
namespace {

constexpr double kMega = 1e6;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

double text_bytes(const std::string& path) {
  TextSource source(path);
  std::string piece(1 << 20, '\0');
  double bytes = 0.0;
  for (std::size_t count = piece.size(); count == piece.size();) {
    count = source.read(piece.data(), piece.size());
    bytes += static_cast<double>(count);
  }
  return bytes;
}

// Bytes as documented: 8 for the value and 4 for the row of every nonzero, 4 for every column.
double matrix_bytes(const SparseMatrix& matrix) {
  return 12.0 * static_cast<double>(matrix.nonZeros()) + 4.0 * static_cast<double>(matrix.cols());
}

int run(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: mortise_import_bench EXPORT [--format NAME] [--units U] "
                 "[--jobs N] [--least MB_PER_S] [--most RATIO]\n");
    return 2;
  }
  ImportOptions options;
  options.path = argv[1];
  options.units = "mm,t,s,N";
  double least = 0.0, most = 0.0;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--format") options.format = argv[i + 1];
    if (option == "--units") options.units = argv[i + 1];
    if (option == "--jobs") options.jobs = std::atoi(argv[i + 1]);
    if (option == "--least") least = std::atof(argv[i + 1]);
    if (option == "--most") most = std::atof(argv[i + 1]);
  }
  double text = 0.0;  // also brings the files into the cache of the system
  ImportSpec spec;
  spec.kind = options.format;
  spec.file = options.path;
  for (const std::string& file : imported_files(spec)) text += text_bytes(file);

  const double before = peak_bytes();
  const double processor = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  const FullModel model = import_matrices(options);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  const double spent = processor_seconds() - processor;
  const double matrices = matrix_bytes(model.stiffness) + matrix_bytes(model.mass);
  const double peak = peak_bytes() - before;

  const double rate = text / kMega / wall.count();
  fmt::print(
      "{} dofs, {:.1f} MB of text in {:.2f} s: {:.0f} MB/s, {:.0f} MB per processor second\n",
      model.size(), text / kMega, wall.count(), rate, text / kMega / spent);
  fmt::print("peak {:.1f} MB, matrices {:.1f} MB: {:.2f}\n", peak / kMega, matrices / kMega,
             peak / matrices);
  const bool holds = (least <= 0.0 || rate >= least) && (most <= 0.0 || peak <= most * matrices);
  if (!holds) std::fprintf(stderr, "mortise_import_bench: a limit is not kept\n");
  return holds ? 0 : 1;
}

}  // namespace
}  // namespace mortise::gen

int main(int argc, char** argv) {
  try {
    return mortise::gen::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mortise_import_bench: %s\n", error.what());
    return 1;
  }
}
