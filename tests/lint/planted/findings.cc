// Three faults that the lint must find, and a fourth in the header. Only its compile command is
// used; it is never built.
#include <string>
#include <utility>
#include <vector>

#include "tests/lint/planted/header_finding.hpp"

namespace mortise {

// performance-inefficient-vector-operation: in sight of both ways to read a folder
std::vector<int> grown(int count) {
  std::vector<int> values;
  for (int i = 0; i < count; ++i) values.push_back(i);
  return values;
}

// bugprone-use-after-move
std::size_t spent(std::string text) {
  const std::string taken = std::move(text);
  return text.size() + taken.size();
}

// clang-analyzer-core.NullDereference: in sight of the path analysis alone
int dangling(bool known) {
  int value = 1;
  const int* pointer = known ? &value : nullptr;
  if (!known) return *pointer;
  return value;
}

}  // namespace mortise
