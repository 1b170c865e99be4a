// Card lines of an input deck (.inp): "*NSET, NSET=TIP, GENERATE".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mortise::gen {

// Upper case without blanks: how the solvers compare keywords and names.
std::string normalised_name(std::string_view text);

struct DeckCard {
  std::string name;                               // e.g. "*RIGIDBODY"
  std::map<std::string, std::string> parameters;  // normalised names, values as written

  std::optional<std::string> parameter(const std::string& wanted) const;
  std::string name_in(const std::string& wanted) const;  // normalised value; empty: not given
};

DeckCard parse_deck_card(std::string_view text);

}  // namespace mortise::gen
