// Words the key lists are written in.
#pragma once

#include <initializer_list>
#include <limits>

#include "generator/define/keys.hpp"

namespace mortise::gen {

using T = KeyType;
using Keys = std::vector<Key>;

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr KeyRange kAny = {-kInf, kInf};
inline constexpr KeyRange kPositive = {0.0, kInf, false};
inline constexpr KeyRange kNotNegative = {0.0, kInf};
inline constexpr KeyRange kUnit = {0.0, 1.0};
inline constexpr KeyRange kCount = {1.0, 1e6};
inline constexpr KeyRange kLabel = {0.0, 9e15};
inline constexpr KeyRange kDirection = {1.0, 3.0};
inline constexpr KeyRange kDofDirection = {1.0, 6.0};

inline constexpr const char* kNone = nullptr;  // no default

inline Keys joined_keys(std::initializer_list<Keys> parts) {
  Keys all;
  for (const Keys& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace mortise::gen
