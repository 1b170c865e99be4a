#include "generator/define/keys/section_errors.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace mortise::gen {
namespace {

// Line of "file:line"; 0 of the file as a whole, beyond all lines of an override.
int line_number(const std::string& where, const std::string& file) {
  if (where.compare(0, file.size(), file) != 0) return std::numeric_limits<int>::max();
  int line = 0;
  if (where.size() > file.size() + 1) {
    std::from_chars(where.data() + file.size() + 1, where.data() + where.size(), line);
  }
  return line;
}

}  // namespace

std::string section_of(const std::string& path) { return path.substr(0, path.find('.')); }

void SectionErrors::add(const std::string& path, Finding finding) {
  doubt(path);
  findings_.push_back(std::move(finding));
}

void SectionErrors::throw_if_any() const {
  if (findings_.empty()) return;
  std::vector<Finding> sorted = findings_;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Finding& a, const Finding& b) {
    return line_number(a.where, file_) < line_number(b.where, file_);
  });
  throw_findings(std::move(sorted));
}

}  // namespace mortise::gen
