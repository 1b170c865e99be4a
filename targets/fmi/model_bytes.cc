#include "model_bytes.hpp"

#include <cstdio>

#include "location.hpp"

#if defined(_WIN32)
extern "C" __declspec(dllimport) int __stdcall MultiByteToWideChar(unsigned, unsigned long,
                                                                   const char*, int, wchar_t*, int);
#endif

namespace mortise::fmi {

namespace {

#if defined(_WIN32)
constexpr bool kDrives = true;

// Paths are UTF-8; fopen would read them in the code page of the machine.
std::FILE* open_file(const char* path) {
  constexpr unsigned kUtf8 = 65001;
  const int length = MultiByteToWideChar(kUtf8, 0, path, -1, nullptr, 0);
  const Block<wchar_t> wide = make_block<wchar_t>(static_cast<std::size_t>(length));
  if (!wide || MultiByteToWideChar(kUtf8, 0, path, -1, wide.get(), length) == 0) return nullptr;
  return _wfopen(wide.get(), L"rb");
}
#else
constexpr bool kDrives = false;

std::FILE* open_file(const char* path) { return std::fopen(path, "rb"); }
#endif

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

bool read_file(const char* path, ModelBytes* model) {
  const std::unique_ptr<std::FILE, CloseFile> file(open_file(path));
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
  const Block<char> path = make_block<char>(std::strlen(location) + std::strlen(kModelFile) + 2);
  if (!path) {
    (void)journal.tell(Result::error, "no memory for the path of the model");
    return false;
  }
  if (!path_of_location(location, kDrives, path.get())) {
    (void)journal.tell(Result::error, "the resources at %s are on another machine; copy them here",
                       location);
    return false;
  }
  std::size_t length = std::strlen(path.get());
  const char last = length > 0 ? path[length - 1] : '/';
  if (last != '/' && !(kDrives && last == '\\')) path[length++] = '/';
  std::memcpy(path.get() + length, kModelFile, std::strlen(kModelFile) + 1);
  if (read_file(path.get(), model)) return true;
  (void)journal.tell(Result::error, "the model %s cannot be read; unpack the FMU as a whole",
                     path.get());
  return false;
}

}  // namespace mortise::fmi
