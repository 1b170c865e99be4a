#include "generator/deliver/pictures/text.hpp"

#include <nlohmann/json.hpp>

#include "generator/ground/text/markup.hpp"

namespace mortise::gen {

bool is_plain_line(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte < 0x20u || byte == 0x7Fu || (byte == 0xC2u && next < 0xA0u)) return false;
  }
  // U+FFFE and U+FFFF are no characters of XML
  for (const char* none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    if (text.find(none) != std::string::npos) return false;
  try {
    (void)nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    return false;  // no UTF-8
  }
  return true;
}

std::string printable(const std::string& text) {
  std::string shown = text;
  for (char& c : shown) {
    if (c < 0x20 || c > 0x7E) c = '?';
  }
  return shown;
}

std::string escaped_markup(const std::string& text) {
  std::string result;
  for (const char c : escape_attribute(text)) {
    if (c == '\'') {
      result += "\xE2\x80\x99";
    } else {
      result += c;
    }
  }
  return result;
}

double text_width(const std::string& text, double size) {
  double characters = 0.0;  // bytes but those that continue one
  for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0u) == 0x80u ? 0 : 1;
  return 0.62 * size * characters;
}

std::string decimal_text(double value, int decimals) {
  char text[400];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr;
  const std::string plain(text, end);
  return plain[0] == '-' ? "\xE2\x88\x92" + plain.substr(1) : plain;
}

SiPrefix si_prefix(double largest, const std::string& unit, double at_least) {
  if (largest == 0.0) return {1.0, unit};
  struct Step {
    double factor;
    const char* symbol;
  };
  static const Step kSteps[] = {{1e9, "G"},  {1e6, "M"},         {1e3, "k"}, {1.0, ""},
                                {1e-3, "m"}, {1e-6, "\xC2\xB5"}, {1e-9, "n"}};
  // A largest value that should be 1 in its unit may miss it by rounding.
  constexpr double kRounding = 1.0 - 1e-12;
  const Step* step = kSteps;
  while (step->factor > 1e-9 && largest < at_least * kRounding * step->factor) ++step;
  return {step->factor, step->symbol + unit};
}

std::string axis_label(const std::string& quantity, const SiPrefix& prefix) {
  return quantity + " [" + prefix.unit + "]";
}

}  // namespace mortise::gen
