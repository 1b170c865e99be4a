// The vocabulary of the semantic checks: each returns false after filling the fault.
#pragma once

#include "mortise/types.hpp"
#include "mortise_generated.h"

namespace mortise {

inline std::int32_t as_int(std::uint64_t x) { return static_cast<std::int32_t>(x); }

// Rounded up to a multiple of 8.
inline std::int32_t padded(std::int32_t n) { return (n + 7) & ~7; }

// Null counts as none.
template <class T>
std::uint32_t count_of(const flatbuffers::Vector<T>* v) {
  return v ? v->size() : 0;
}

class FieldCheck {
 public:
  explicit FieldCheck(LoadFault* fault) : fault_(fault) {}

#if defined(MORTISE_NO_ASSEMBLY)
  static constexpr bool is_of_interface() { return false; }
  bool fail(LoadError code, const char* field, std::int64_t index = -1, Real value = 0) const {
    *fault_ = LoadFault{code, field, index, value, ""};
    return false;
  }
#else
  // This check for an interface of an assembly, named in what is refused.
  FieldCheck of_interface(std::int32_t interface) const {
    FieldCheck check(fault_);
    check.interface_ = interface;
    return check;
  }
  bool is_of_interface() const { return interface_ >= 0; }

  bool fail(LoadError code, const char* field, std::int64_t index = -1, Real value = 0) const {
    *fault_ = LoadFault{code, field, index, value, "", interface_};
    return false;
  }
#endif

  bool present(const void* p, const char* field) const {
    return p ? true : fail(LoadError::kMISSING, field);
  }

  template <class T>
  bool length(const flatbuffers::Vector<T>* v, std::uint64_t expected, const char* field) const {
    const std::uint64_t got = v ? v->size() : 0;
    return got == expected ? true
                           : fail(LoadError::kWRONG_LENGTH, field, -1, static_cast<Real>(got));
  }

  static bool is_finite(Real x) { return x - x == 0; }

  bool in_range(Real x, Real low, Real high, const char* field, std::int64_t index = -1) const {
    if (!is_finite(x)) return fail(LoadError::kNOT_FINITE, field, index, x);
    if (x < low || x > high) return fail(LoadError::kOUT_OF_RANGE, field, index, x);
    return true;
  }

  bool at_most(std::uint64_t x, std::uint64_t high, const char* field,
               std::int64_t index = -1) const {
    return x <= high ? true : fail(LoadError::kOUT_OF_RANGE, field, index, static_cast<Real>(x));
  }

  bool supported(std::uint64_t x, std::uint64_t high, const char* field) const {
    return x <= high ? true : fail(LoadError::kTOO_LARGE, field, -1, static_cast<Real>(x));
  }

  bool known(std::uint64_t x, std::uint64_t last, const char* field,
             std::int64_t index = -1) const {
    return x <= last ? true : fail(LoadError::kUNKNOWN_VALUE, field, index, static_cast<Real>(x));
  }

  template <class T>
  bool aligned(const flatbuffers::Vector<T>* v, std::size_t to, const char* field) const {
    if (!v || v->size() == 0) return true;
    return reinterpret_cast<std::uintptr_t>(v->Data()) % to == 0
               ? true
               : fail(LoadError::kMISALIGNED, field);
  }

  // A numeric array of `columns` columns with `used` of `ld` entries each: length, alignment to
  // 64, every number within [low, high], zero padding.
  bool array(const flatbuffers::Vector<double>* v, std::uint64_t used, std::uint64_t ld,
             std::uint64_t columns, const char* field, Real low = -1e300, Real high = 1e300) const {
    if (!length(v, ld * columns, field) || !aligned(v, 64, field)) return false;
    if (!v) return true;
    const Real* p = v->data();
    for (std::uint64_t c = 0; c < columns; ++c) {
      for (std::uint64_t j = 0; j < ld; ++j, ++p) {
        const auto index = static_cast<std::int64_t>(c * ld + j);
        if (j < used) {
          if (!in_range(*p, low, high, field, index)) return false;
        } else if (*p != 0) {
          return fail(LoadError::kBAD_PADDING, field, index, *p);
        }
      }
    }
    return true;
  }

 private:
  LoadFault* fault_;
#if !defined(MORTISE_NO_ASSEMBLY)
  std::int32_t interface_ = -1;
#endif
};

}  // namespace mortise
