#include "generator/ground/files/zip_archive.hpp"

#include <zip.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr zip_uint16_t kDosDate = 0x21;  // 1 January 1980
// libraries grow by a tenth, in a third of the time
constexpr zip_uint32_t kLevel = 1;

// The bytes behind a source that an archive was written to.
std::string content_of(zip_source_t* source) {
  zip_stat_t stat;
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0) return {};
  std::string bytes(stat.size, '\0');
  const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (read != static_cast<zip_int64_t>(bytes.size())) return {};
  return bytes;
}

bool add_file(zip_t* archive, const ArchivedFile& file, zip_int32_t method) {
  zip_source_t* content = zip_source_buffer(archive, file.content.data(), file.content.size(), 0);
  const zip_int64_t index = zip_file_add(archive, file.name.c_str(), content, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(content);
    return false;
  }
  const auto entry = static_cast<zip_uint64_t>(index);
  return zip_set_file_compression(archive, entry, method, kLevel) == 0 &&
         zip_file_set_dostime(archive, entry, 0, kDosDate, 0) == 0;
}

}  // namespace

std::string zip_archive(const std::vector<ArchivedFile>& files, Packing packing,
                        const std::string& where) {
  const auto fail = [&] { throw Error(where, "the archive cannot be made", "check the memory"); };
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (!target) fail();
  zip_source_keep(target);
  zip_t* archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  bool good = archive != nullptr;
  const zip_int32_t method = packing == Packing::stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE;
  for (const ArchivedFile& file : files) good = good && add_file(archive, file, method);
  if (archive && (!good || zip_close(archive) != 0)) {
    zip_discard(archive);
    good = false;
  }
  std::string bytes = good ? content_of(target) : std::string();
  zip_source_free(target);
  zip_error_fini(&error);
  if (bytes.empty()) fail();
  return bytes;
}

}  // namespace mortise::gen
