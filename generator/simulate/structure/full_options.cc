#include "generator/simulate/structure/full_options.hpp"

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

TimeScheme time_scheme(const std::string& name) {
  if (name == "moreau_jean") return TimeScheme::moreau_jean;
  if (name == "schurzig") return TimeScheme::schurzig;
  if (name == "generalised_alpha") return TimeScheme::generalised_alpha;
  throw Error("--scheme", "\"" + name + "\" is no time scheme",
              "use moreau_jean, schurzig, or for sliding contacts generalised_alpha");
}

}  // namespace mortise::gen
