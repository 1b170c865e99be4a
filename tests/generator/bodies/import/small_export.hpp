// A CalculiX export of two masses on springs, small enough to be damaged line by line, in a
// folder that lives as long as the object.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "generator/bodies/import/importer.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name =
        std::string(test->test_suite_name()) + "_" + test->name() + "_" + std::to_string(getpid());
    for (char& c : name)
      if (c == '/') c = '_';
    path_ = std::filesystem::temp_directory_path() / ("mortise_" + name);
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(file(name), std::ios::binary) << content;
  }

  void write_gz(const std::string& name, const std::string& content) const {
    gzFile out = gzopen(file(name).c_str(), "wb9");
    gzwrite(out, content.data(), static_cast<unsigned>(content.size()));
    gzclose(out);
  }

  void write_zst(const std::string& name, const std::string& content) const {
    std::string frame(ZSTD_compressBound(content.size()), '\0');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(), content.size(), 3));
    write(name, frame);
  }

 private:
  std::filesystem::path path_;
};

// Nodes 10 (y) and 12 (x, y); node 11 is clamped. Units mm, t, s, N.
struct SmallExport {
  std::string sti =
      "1 1 3.0000000000000e+00\n1 2 0.0000000000000e+00\n2 2 2.0000000000000e+00\n"
      "1 3 -1.0000000000000e+00\n2 3 5.0000000000000e-01\n3 3 4.0000000000000e+00\n";
  std::string mas =
      "1 1 1.0000000000000e+00\n1 2 0.0000000000000e+00\n2 2 2.0000000000000e+00\n"
      "1 3 0.0000000000000e+00\n2 3 0.0000000000000e+00\n3 3 2.0000000000000e+00\n";
  std::string dof = "10.2\n12.1\n12.2\n";
  std::string inp =
      "*NODE, NSET=ALL\n10, 1., 2., 3.\n11, 0., 0., 0.\n12, 4.\n*NSET, NSET=TIP\n12,\n";

  void write(const TemporaryFolder& folder) const {
    folder.write("job.sti", sti);
    folder.write("job.mas", mas);
    folder.write("job.dof", dof);
    folder.write("job.inp", inp);
  }
};

inline ImportOptions small_options(const TemporaryFolder& folder) {
  ImportOptions options;
  options.path = folder.file("job");
  options.units = "mm,t,s,N";
  return options;
}

// Message of the Error that the call throws, or a remark that it throws none.
template <class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace mortise::gen
