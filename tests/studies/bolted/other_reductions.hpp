// Reductions of a bolted contact that `mortise` does not build, beside its clusters.
#pragma once

#include <cstdint>
#include <functional>

#include "generator/ground/text/enum_names.hpp"
#include "generator/reduce/bolted/reduce_bolted.hpp"

namespace mortise::gen {

enum class BoltedMethod : std::uint8_t {
  CLUSTERS,      // patches of points whose tractions keep their shape: as reduce_bolted()
  UNFITTED,      // the same, the shapes as the pressure is
  INTERPOLATED,  // points whose tractions carry those of all others (interpolated.hpp)
  JENKINS,       // banks of sliders, one for each of few modes (jenkins.hpp)
  DEIM,          // points without regard to Coulomb's cone (deim.hpp)
};
template <>
inline constexpr std::array enum_names<BoltedMethod> = {"clusters", "unfitted", "interpolated",
                                                        "jenkins", "deim"};

// options: their clusters are points of interpolated and deim; no error is refused.
// sliders: of every mode, of jenkins, which leaves force_error open.
BoltedReduction reduce_by(BoltedMethod method, const BoltedSystem& system,
                          BoltedReductionOptions options, int sliders,
                          const std::function<void(double)>& progress = {});

}  // namespace mortise::gen
