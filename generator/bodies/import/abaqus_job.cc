#include "generator/bodies/import/abaqus_job.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <set>

#include "generator/bodies/import/importer.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 5> kKinds{"_STIF", "_MASS", "_DMPV", "_DMPS", "_LOAD"};

// "data/job_STIF12.mtx" -> "data/job", 12. `kinds`: how many of kKinds may stand there.
struct MatrixName {
  std::string stem;
  std::string step;  // digits
};

std::optional<MatrixName> parse_name(const std::string& path, std::size_t kinds) {
  const std::string name = export_stem(path, {".mtx"});
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  if (digits == 0 || digits == name.size()) return std::nullopt;
  for (std::size_t k = 0; k < kinds; ++k) {
    const std::string kind = kKinds[k];
    if (digits >= kind.size() && name.compare(digits - kind.size(), kind.size(), kind) == 0)
      return MatrixName{name.substr(0, digits - kind.size()), name.substr(digits)};
  }
  return std::nullopt;
}

// Steps of the job that have written K or M.
std::set<std::string> steps_of(const std::string& stem) {
  std::set<std::string> steps;
  const fs::path folder = fs::path(stem).parent_path();
  std::error_code ignored;
  for (const auto& entry :
       fs::directory_iterator(folder.empty() ? fs::path(".") : folder, ignored)) {
    const auto name = parse_name(entry.path().filename().string(), 2);
    if (name && name->stem == fs::path(stem).filename().string()) steps.insert(name->step);
  }
  return steps;
}

std::string matrix_path(const std::string& stem, std::size_t kind, const std::string& step) {
  return stem + kKinds.at(kind) + step + ".mtx";
}

std::string find_matrix(const std::string& path, const char* keyword) {
  if (const auto found = existing_file(path)) return *found;
  throw Error(path, "no such file, nor with .gz or .zst appended",
              std::string("write it with *MATRIX GENERATE, STIFFNESS, MASS and *MATRIX OUTPUT, ") +
                  keyword + " in the same step");
}

}  // namespace

AbaqusJob find_abaqus_job(const std::string& path) {
  AbaqusJob job;
  std::string step;
  if (const auto name = parse_name(path, kKinds.size())) {
    job.stem = name->stem;
    step = name->step;
  } else {
    job.stem = export_stem(path, kAbaqusFiles);
    const std::set<std::string> steps = steps_of(job.stem);
    if (steps.size() > 1) {
      std::string files;
      for (const std::string& s : steps)
        files += (files.empty() ? "" : ", ") + matrix_path(job.stem, 0, s);
      throw Error(path, "several steps have written matrices", "name one of " + files);
    }
    step = steps.empty() ? "1" : *steps.begin();
  }
  job.stiffness = find_matrix(matrix_path(job.stem, 0, step), "STIFFNESS");
  job.mass = find_matrix(matrix_path(job.stem, 1, step), "MASS");
  for (std::size_t kind = 2; kind < kKinds.size(); ++kind)
    if (const auto other = existing_file(matrix_path(job.stem, kind, step)))
      job.unused.push_back(*other);
  return job;
}

std::vector<std::string> abaqus_files(const std::string& path) {
  const auto name = parse_name(path, kKinds.size());
  const std::string stem = name ? name->stem : export_stem(path, kAbaqusFiles);
  std::vector<std::string> files;
  const auto add = [&files](const std::string& wanted) {
    for (const std::string& file : existing_files(wanted)) files.push_back(file);
  };
  for (const std::string& step : name ? std::set<std::string>{name->step} : steps_of(stem)) {
    add(matrix_path(stem, 0, step));
    add(matrix_path(stem, 1, step));
  }
  if (files.empty()) return files;
  for (const char* ending : kAbaqusFiles)
    if (ending != nullptr) add(stem + ending);
  add(stem + kPrintedEnding);
  return files;
}

}  // namespace mortise::gen
