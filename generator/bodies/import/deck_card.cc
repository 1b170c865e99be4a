#include "generator/bodies/import/deck_card.hpp"

#include <cctype>

#include "generator/ground/files/text_file.hpp"

namespace mortise::gen {

std::string normalised_name(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ' && c != '\t')
      result += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::optional<std::string> DeckCard::parameter(const std::string& wanted) const {
  const auto found = parameters.find(wanted);
  if (found == parameters.end()) return std::nullopt;
  return found->second;
}

std::string DeckCard::name_in(const std::string& wanted) const {
  return normalised_name(parameter(wanted).value_or(""));
}

DeckCard parse_deck_card(std::string_view text) {
  DeckCard card;
  std::string_view field;
  take_comma_field(text, field);
  card.name = normalised_name(field);
  while (take_comma_field(text, field)) {
    const std::size_t equals = field.find('=');
    std::string_view value = equals == std::string_view::npos ? "" : trim(field.substr(equals + 1));
    const bool quoted = value.size() > 1 && value.front() == '"' && value.back() == '"';
    if (quoted) value = value.substr(1, value.size() - 2);
    card.parameters[normalised_name(field.substr(0, equals))] = std::string(value);
  }
  return card;
}

}  // namespace mortise::gen
