#include "model_bytes.hpp"

#include <cstdio>

namespace mortise::fmi {

namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Behind "file:" and the host, if it is this machine: "file:/a", "file:///a", "file://localhost/a".
// Null if the location is a URI of another kind.
const char* path_of_uri(const char* location) {
  constexpr const char* kHost = "localhost";
  const char* path = location + std::strlen("file:");
  if (std::strncmp(path, "//", 2) == 0) {
    path += 2;
    if (std::strncmp(path, kHost, std::strlen(kHost)) == 0) path += std::strlen(kHost);
    if (*path != '/') return nullptr;
  }
  return path;
}

// Copies a path, of a URI with its percent signs decoded; returns its length.
std::size_t copy_path(const char* from, bool decode, char* to) {
  char* const begin = to;
  while (*from) {
    const int high = decode && *from == '%' ? digit_of(from[1]) : -1;
    const int low = high >= 0 ? digit_of(from[2]) : -1;
    if (low >= 0) {
      *to++ = static_cast<char>(16 * high + low);
      from += 3;
    } else {
      *to++ = *from++;
    }
  }
  return static_cast<std::size_t>(to - begin);
}

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

bool read_file(const char* path, ModelBytes* model) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path, "rb"));
  if (!file || std::fseek(file.get(), 0, SEEK_END) != 0) return false;
  const long length = std::ftell(file.get());
  if (length < 0 || std::fseek(file.get(), 0, SEEK_SET) != 0) return false;
  model->size = static_cast<std::size_t>(length);
  model->bytes = make_block<unsigned char>(model->size);
  return model->bytes && std::fread(model->bytes.get(), 1, model->size, file.get()) == model->size;
}

}  // namespace

bool read_model(const char* location, const Journal& journal, ModelBytes* model) {
  if (!location) {
    (void)journal.tell(Result::error,
                       "the importer names no folder of resources, but the model lies there; "
                       "unpack the FMU and give its location");
    return false;
  }
  const bool uri = std::strncmp(location, "file:", 5) == 0;
  const char* from = uri ? path_of_uri(location) : location;
  if (!from) {
    (void)journal.tell(Result::error, "the resources at %s are on another machine; copy them here",
                       location);
    return false;
  }
  const Block<char> path = make_block<char>(std::strlen(from) + std::strlen(kModelFile) + 2);
  if (!path) {
    (void)journal.tell(Result::error, "no memory for the path of the model");
    return false;
  }
  std::size_t length = copy_path(from, uri, path.get());
  if (length > 0 && path[length - 1] != '/') path[length++] = '/';
  std::memcpy(path.get() + length, kModelFile, std::strlen(kModelFile) + 1);
  if (read_file(path.get(), model)) return true;
  (void)journal.tell(Result::error, "the model %s cannot be read; unpack the FMU as a whole",
                     path.get());
  return false;
}

}  // namespace mortise::fmi
