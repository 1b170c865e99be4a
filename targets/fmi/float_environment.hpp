// Round to nearest, with denormal numbers, as the bits of a model ask for; afterwards what the
// importer had. Programs linked with -ffast-math flush denormal numbers to zero.
#pragma once

#include <cfenv>

namespace mortise::fmi {

class FloatEnvironment {
 public:
  FloatEnvironment() : saved_(std::fegetenv(&before_) == 0 && std::fesetenv(FE_DFL_ENV) == 0) {}
  ~FloatEnvironment() {
    if (saved_) (void)std::fesetenv(&before_);
  }
  // What the importer does in a call back it does in its own.
  template <class Call>
  void leave_for(const Call& call) const {
    if (saved_) (void)std::fesetenv(&before_);
    call();
    if (saved_) (void)std::fesetenv(FE_DFL_ENV);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  std::fenv_t before_;
  bool saved_;
};

}  // namespace mortise::fmi
