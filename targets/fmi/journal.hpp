// What an FMU has to say to its importer, in whichever version of the standard.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "mortise/fmu_package.hpp"

namespace mortise::fmi {

// The first four of fmi2Status and fmi3Status.
enum class Result { ok, warning, discard, error };

inline constexpr std::size_t kLongestEntry = 512;  // with its end [byte]

class Journal {
 public:
  // write: hands a line to the importer; null if it gave no callback.
  using Write = void (*)(const Journal& journal, Result result, const char* category,
                         const char* text);

  Journal() = default;
  // callback, environment: of the importer, as the face of the version wants them back.
  Journal(Write write, void* callback, void* environment, const char* instance)
      : write_(write), callback_(callback), environment_(environment) {
    (void)std::snprintf(name_, sizeof name_, "%s", instance ? instance : "");
  }

  void* callback() const { return callback_; }
  void* environment() const { return environment_; }
  const char* name() const { return name_; }  // of the instance

  // printf-like: what is wrong and the remedy. Errors are always told, warnings if asked for.
  // Returns result.
  __attribute__((format(printf, 3, 4))) Result tell(Result result, const char* format, ...) const {
    const bool error = result == Result::error || result == Result::discard;
    if (!write_ || (error ? !errors_ : !warnings_)) return result;
    char text[kLongestEntry];
    std::va_list arguments;
    va_start(arguments, format);
    (void)std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    write_(*this, result, error ? kLogError : kLogWarning, text);
    return result;
  }

  // Turns categories on or off, all of them if none is named.
  Result choose(bool on, std::size_t count, const char* const* categories) {
    if (count == 0) warnings_ = errors_ = on;
    for (std::size_t i = 0; i < count; ++i) {
      const char* category = categories[i] ? categories[i] : "";
      if (std::strcmp(category, kLogWarning) == 0) {
        warnings_ = on;
      } else if (std::strcmp(category, kLogError) == 0) {
        errors_ = on;
      } else {
        return tell(Result::error, "there is no log category \"%s\"; there are %s and %s", category,
                    kLogWarning, kLogError);
      }
    }
    return Result::ok;
  }

  void tell_warnings(bool on) { warnings_ = on; }

 private:
  bool warnings_ = false, errors_ = true;
  Write write_ = nullptr;
  void* callback_ = nullptr;
  void* environment_ = nullptr;
  char name_[128] = "";
};

}  // namespace mortise::fmi
