// NumPy: job_k.npz (K) and job_m.npz (M) as scipy.sparse.save_npz writes them, csr, csc or coo, and
// what their rows mean in job.dof (or job_k.dof): line i is "node.direction" of row i.
#include <limits>

#include "generator/bodies/import/dof_list.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/import/npy_archive.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kSaveMatrix[] = "save it again with scipy.sparse.save_npz";

class NpzMatrix {
 public:
  explicit NpzMatrix(const std::string& path) : path_(path), archive_(path) {}

  RawMatrix read() {
    const std::string format = archive_.text("format");
    const std::vector<std::int64_t> shape = archive_.integers("shape");
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] < 1 || shape[0] > kMost)
      fail("the matrix is not square, or too large");
    matrix_.file = path_;
    matrix_.sums_repeated = true;  // as scipy does
    matrix_.size = shape[0];
    if (format == "coo")
      read_entries();
    else if (format == "csr" || format == "csc")
      read_compressed(format == "csr");
    else
      fail("the matrix is of format \"" + format + "\"",
           "save K.tocsr(): csr, csc and coo can be read");
    return std::move(matrix_);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = kSaveMatrix) const {
    throw Error(path_, what, remedy);
  }

  // An index below the size; `what` names the array.
  std::int32_t index(std::int64_t value, const char* what) const {
    if (value < 0 || value >= matrix_.size)
      fail(std::string(what) + ": index " + std::to_string(value) + " is out of range 0.." +
           std::to_string(matrix_.size - 1));
    return static_cast<std::int32_t>(value);
  }

  void check_lengths(std::size_t indices, std::size_t values) const {
    if (indices != values)
      fail("there are " + std::to_string(indices) + " indices and " + std::to_string(values) +
           " values");
  }

  void read_entries() {
    const std::vector<std::int64_t> rows = archive_.integers("row");
    const std::vector<std::int64_t> columns = archive_.integers("col");
    const std::vector<double> values = archive_.reals("data");
    check_lengths(rows.size(), values.size());
    check_lengths(columns.size(), values.size());
    matrix_.entries.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      matrix_.add(index(rows[i], "row"), index(columns[i], "col"), values[i],
                  static_cast<std::int64_t>(i) + 1);
  }

  void read_compressed(bool by_rows) {
    const std::vector<std::int64_t> starts = archive_.integers("indptr");
    const std::vector<std::int64_t> indices = archive_.integers("indices");
    const std::vector<double> values = archive_.reals("data");
    check_lengths(indices.size(), values.size());
    const auto n = static_cast<std::size_t>(matrix_.size);
    if (starts.size() != n + 1 || starts.front() != 0 ||
        starts.back() != static_cast<std::int64_t>(values.size()))
      fail("indptr does not lead from 0 to the " + std::to_string(values.size()) + " values in " +
           std::to_string(n) + " steps");
    matrix_.entries.reserve(values.size());
    for (std::size_t major = 0; major < n; ++major) {
      if (starts[major + 1] < starts[major] || starts[major + 1] > starts.back())
        fail("indptr is out of order behind row " + std::to_string(major));
      for (std::int64_t i = starts[major]; i < starts[major + 1]; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const std::int32_t minor = index(indices[at], "indices");
        const auto own = static_cast<std::int32_t>(major);
        matrix_.add(by_rows ? own : minor, by_rows ? minor : own, values[at], i + 1);
      }
    }
  }

  std::string path_;
  NpyArchive archive_;
  RawMatrix matrix_;
};

}  // namespace

RawExport read_npz(const ImportOptions& options) {
  const std::string stem = export_stem(options.path, kNpzFiles);
  RawExport raw;
  raw.stiffness = NpzMatrix(stem + "_k.npz").read();
  raw.mass = NpzMatrix(stem + "_m.npz").read();
  raw.dofs = read_dof_list_of(stem, &raw.dof_file);
  find_decks(options, stem, &raw);
  return raw;
}

}  // namespace mortise::gen
