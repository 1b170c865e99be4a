// What `mortise` and its ranks (tool/petsc) hand to each other: arrays in files, and lines of text
// over standard input and output of rank 0. Bytes in the order of the machine: a job stays on
// machines of one kind.
//
//   sparse   magic, int64 rows, columns, entries; int32 outer[columns + 1], inner[entries];
//            double values[entries]: compressed columns, both triangles of what is symmetric
//   dense    magic, int64 rows, columns; double values[rows * columns], column by column
//
// A line of a request has a word and its arguments, tabs between them:
//   factor NUMBER SPARSE                          -> ok NEGATIVE_EIGENVALUES, singular, refused
//   solve NUMBER DENSE RESULT                     -> ok
//   modes NUMBER MASS ROWS PROJECTOR KNOWN WANTED SEED RESULT
//                                                 -> ok FOUND; ROWS, PROJECTOR, KNOWN may be empty
//   forget NUMBER                                 -> ok
//   end
// An answer is a line that begins with kAnswerMark: refused has a sentence and a remedy behind it.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace mortise::gen::job {

inline constexpr char kSparseMagic[8] = {'m', 'r', 't', '.', 's', 'p', 'a', '1'};
inline constexpr char kDenseMagic[8] = {'m', 'r', 't', '.', 'd', 'n', 's', '1'};
inline constexpr char kAnswerMark = '@';

struct SparseHead {
  char magic[8];
  std::int64_t rows, columns, entries;
};
struct DenseHead {
  char magic[8];
  std::int64_t rows, columns;
};

// The words of a line between tabs.
inline std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words{""};
  for (const char c : line) {
    if (c == '\t')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

// A file of a job that is read in parts. Throws std::runtime_error if it is not what it must be.
class InputFile {
 public:
  explicit InputFile(const std::string& path)
      : path_(path), descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail(std::strerror(errno));
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  // count values from byte `offset` on.
  template <class T>
  void read(std::int64_t offset, std::int64_t count, T* values) const {
    char* at = reinterpret_cast<char*>(values);
    auto left = static_cast<std::size_t>(count) * sizeof(T);
    while (left > 0) {
      const ssize_t got = pread(descriptor_, at, left, offset);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail(got == 0 ? "ends too soon" : std::strerror(errno));
      at += got;
      offset += got;
      left -= static_cast<std::size_t>(got);
    }
  }

  // Checks magic and length.
  SparseHead sparse_head() const {
    SparseHead head{};
    read(0, 1, &head);
    check(head.magic, kSparseMagic,
          static_cast<std::int64_t>(sizeof head) + 4 * (head.columns + 1) + 12 * head.entries);
    return head;
  }
  DenseHead dense_head() const {
    DenseHead head{};
    read(0, 1, &head);
    check(head.magic, kDenseMagic,
          static_cast<std::int64_t>(sizeof head) + 8 * head.rows * head.columns);
    return head;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(path_ + ": " + why);
  }
  void check(const char* magic, const char* wanted, std::int64_t bytes) const {
    struct stat status {};
    if (std::memcmp(magic, wanted, 8) != 0 || fstat(descriptor_, &status) != 0 ||
        status.st_size != bytes)
      fail("is no file of this job");
  }

  std::string path_;
  int descriptor_;
};

// Columns [first, end) of a matrix in compressed columns.
struct SparseColumns {
  std::int64_t rows = 0, columns = 0, first = 0;
  std::vector<int> outer;  // (end - first + 1) from 0
  std::vector<int> inner;
  std::vector<double> values;
};

// values: of the entries, or only where they are.
inline SparseColumns read_columns(const std::string& path, std::int64_t first, std::int64_t end,
                                  bool values = true) {
  const InputFile file(path);
  const SparseHead head = file.sparse_head();
  SparseColumns part;
  part.rows = head.rows;
  part.columns = head.columns;
  part.first = first;
  part.outer.resize(static_cast<std::size_t>(end - first + 1));
  const auto outer_at = static_cast<std::int64_t>(sizeof head);
  file.read(outer_at + 4 * first, end - first + 1, part.outer.data());
  const std::int64_t start = part.outer.front(), count = part.outer.back() - start;
  for (int& entry : part.outer) entry -= static_cast<int>(start);
  const std::int64_t inner_at = outer_at + 4 * (head.columns + 1);
  part.inner.resize(static_cast<std::size_t>(count));
  file.read(inner_at + 4 * start, count, part.inner.data());
  if (!values) return part;
  part.values.resize(static_cast<std::size_t>(count));
  file.read(inner_at + 4 * head.entries + 8 * start, count, part.values.data());
  return part;
}

}  // namespace mortise::gen::job
