// Every process of tests has a temporary folder of its own, empty at first and removed at the end:
// what an earlier run left in a cache, computed by another processor's kernels, must not answer for
// this one.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace {

struct FreshFolder {
  FreshFolder() : owner(getpid()), path(std::filesystem::temp_directory_path() / "mortise_XXXXXX") {
    // also for the user that a test becomes
    if (mkdtemp(path.data()) == nullptr || chmod(path.c_str(), 0755) != 0) {
      std::perror(path.c_str());
      std::abort();
    }
    setenv("TEST_TMPDIR", (path + "/").c_str(), 1);  // what testing::TempDir() gives
    setenv("TMPDIR", path.c_str(), 1);
  }
  ~FreshFolder() {
    if (getpid() != owner) return;  // a child that exits
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  pid_t owner;
  std::string path;
};

const FreshFolder folder;

}  // namespace
