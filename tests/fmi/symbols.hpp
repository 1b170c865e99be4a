// Functions of a shared library by name.
#pragma once

#include <dlfcn.h>

#include <string>

namespace mortise::fmi_host {

class SharedLibrary {
 public:
  explicit SharedLibrary(const std::string& file)
      : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) trouble_ = dlerror();
  }
  ~SharedLibrary() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  template <class Function>
  void find(const char* name, Function** function) {
    if (handle_ == nullptr) return;
    *function = reinterpret_cast<Function*>(dlsym(handle_, name));
    if (*function == nullptr) trouble_ += std::string(name) + " is missing\n";
    ++wanted_;
  }

  int wanted() const { return wanted_; }
  const std::string& trouble() const { return trouble_; }

 private:
  void* handle_;
  int wanted_ = 0;
  std::string trouble_;
};

}  // namespace mortise::fmi_host
