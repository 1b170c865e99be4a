#include "mortise/types.hpp"

namespace mortise {

const char* status_text(int bit) noexcept {
  switch (bit) {
#define MORTISE_STATUS(name, number, severity, who, text) \
  case number:                                            \
    return text;
#include "mortise/status.def"
#undef MORTISE_STATUS
    default:
      return "";
  }
}

const char* status_name(int bit) noexcept {
  switch (bit) {
#define MORTISE_STATUS(name, number, severity, who, text) \
  case number:                                            \
    return #name;
#include "mortise/status.def"
#undef MORTISE_STATUS
    default:
      return "";
  }
}

const char* load_error_text(LoadError error) noexcept {
  switch (error) {
#define MORTISE_LOAD_ERROR(name, text) \
  case LoadError::k##name:             \
    return text;
#include "mortise/load_error.def"
#undef MORTISE_LOAD_ERROR
  }
  return "";
}

}  // namespace mortise
