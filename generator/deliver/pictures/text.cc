#include "generator/deliver/pictures/text.hpp"

#include <charconv>

namespace mortise::gen {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

// Bytes of the sequence a lead byte announces, 0 if it cannot lead one.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80u) return 1;
  if (lead < 0xC2u) return 0;
  if (lead < 0xE0u) return 2;
  if (lead < 0xF0u) return 3;
  return lead < 0xF5u ? 4 : 0;
}

// Overlong forms, surrogates and code points beyond Unicode show in the second byte; 0xC2 0x80 to
// 0xC2 0x9F are control characters, U+FFFE and U+FFFF no characters of XML.
bool is_excluded(unsigned char lead, unsigned char second, unsigned char third) {
  switch (lead) {
    case 0xC2u:
    case 0xE0u:
      return second < 0xA0u;
    case 0xEDu:
      return second >= 0xA0u;
    case 0xEFu:
      return second == 0xBFu && third >= 0xBEu;
    case 0xF0u:
      return second < 0x90u;
    case 0xF4u:
      return second >= 0x90u;
    default:
      return false;
  }
}

}  // namespace

bool is_plain_line(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = sequence_length(lead);
    if (length == 0 || i + length > text.size() || lead < 0x20u || lead == 0x7Fu) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if (!is_continuation(text[i + k])) return false;
    }
    const unsigned char second = length > 1 ? static_cast<unsigned char>(text[i + 1]) : 0;
    const unsigned char third = length > 2 ? static_cast<unsigned char>(text[i + 2]) : 0;
    if (is_excluded(lead, second, third)) return false;
    i += length;
  }
  return true;
}

std::string printable(const std::string& text) {
  std::string shown = text;
  for (char& c : shown) {
    if (c < 0x20 || c == 0x7F) c = '?';
  }
  return shown;
}

double text_width(const std::string& text, double size) {
  double characters = 0.0;
  for (const char c : text) characters += is_continuation(c) ? 0.0 : 1.0;
  return 0.62 * size * characters;
}

std::string decimal_text(double value, int decimals) {
  char text[400];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr;
  const std::string plain(text, end);
  return plain[0] == '-' ? "\xE2\x88\x92" + plain.substr(1) : plain;
}

}  // namespace mortise::gen
