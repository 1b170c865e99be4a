#include "generator/ground/sparse/nested_dissection.hpp"

#include <metis.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

std::vector<int> nested_dissection(std::ptrdiff_t size, const int* outer, const int* inner) {
  idx_t unknowns = static_cast<idx_t>(size);
  std::vector<idx_t> first{0}, neighbour;
  first.reserve(static_cast<std::size_t>(size) + 1);
  neighbour.reserve(static_cast<std::size_t>(outer[size]));
  for (std::ptrdiff_t j = 0; j < size; ++j) {
    for (int k = outer[j]; k < outer[j + 1]; ++k)
      if (inner[k] != j) neighbour.push_back(static_cast<idx_t>(inner[k]));
    first.push_back(static_cast<idx_t>(neighbour.size()));
  }
  std::vector<idx_t> order(static_cast<std::size_t>(size)), place(order.size());
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  if (METIS_NodeND(&unknowns, first.data(), neighbour.data(), nullptr, options, order.data(),
                   place.data()) != METIS_OK)
    throw Error("ordering", "METIS fails", "free memory");
  std::vector<int> from_one(place.begin(), place.end());
  for (int& i : from_one) ++i;
  return from_one;
}

}  // namespace mortise::gen
