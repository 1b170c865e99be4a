#include "tests/fmi/unpacked_fmu.hpp"

#include <zip.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace mortise::fmi_host {

namespace fs = std::filesystem;

bool UnpackedFmu::has(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string UnpackedFmu::text(const std::string& name) const {
  std::ifstream in(fs::path(folder) / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

UnpackedFmu unpack(const std::string& archive, const std::string& folder) {
  int error = 0;
  zip_t* zip = zip_open(archive.c_str(), ZIP_RDONLY, &error);
  if (zip == nullptr) throw std::runtime_error(archive + " is no archive");
  UnpackedFmu fmu;
  fmu.folder = fs::absolute(folder).string();
  for (zip_int64_t i = 0; i < zip_get_num_entries(zip, 0); ++i) {
    zip_stat_t stat;
    zip_file_t* file = zip_fopen_index(zip, static_cast<zip_uint64_t>(i), 0);
    if (file == nullptr || zip_stat_index(zip, static_cast<zip_uint64_t>(i), 0, &stat) != 0)
      throw std::runtime_error(archive + " is damaged");
    std::string content(stat.size, '\0');
    zip_fread(file, content.data(), content.size());
    zip_fclose(file);
    fmu.names.emplace_back(stat.name);
    const fs::path path = fs::path(folder) / stat.name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
  }
  zip_close(zip);
  return fmu;
}

}  // namespace mortise::fmi_host
