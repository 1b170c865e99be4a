// What all checks of a film know and ask of single numbers.
#pragma once

#include "../check.hpp"
#include "arrays.hpp"
#include "limits.hpp"

namespace mortise::film {

inline constexpr Real kSmallest = 1e-30, kLargest = 1e30;
inline constexpr Real kSmallestLoad = 1e-6;           // over the reference, of a scaled frame
inline constexpr std::uint64_t kMaxSteadyFilms = 64;  // along each axis

class LawCheck {
 public:
  LawCheck(const schema::Model& m, const FieldCheck& is, const ModelView& v)
      : m_(m), is_(is), v_(v), c_(v.film.constants) {}

 protected:
  bool between(std::uint32_t x, std::uint32_t low, std::uint32_t high, const char* field,
               std::int32_t k) const {
    return x >= low && x <= high ? true : is_.fail(LoadError::kOUT_OF_RANGE, field, k, x);
  }
  bool scale(Real x, const char* field, std::int32_t k = -1) const {
    return is_.in_range(x, kSmallest, kLargest, field, k);
  }
  bool share(Real x, const char* field, std::int32_t k = -1) const {
    return is_.in_range(x, 0, kLargest, field, k);
  }
  bool number(Real x, const char* field, std::int32_t k = -1) const {
    return is_.in_range(x, -kLargest, kLargest, field, k);
  }

  const schema::Model& m_;
  const FieldCheck& is_;
  const ModelView& v_;
  const FilmConstants* c_;
};

}  // namespace mortise::film
