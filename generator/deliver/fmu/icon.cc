#include "generator/deliver/fmu/icon.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cstdint>

namespace mortise::gen {
namespace {

constexpr int kSize = 64;

struct IconPatch {
  int left, top, right, bottom;  // [px]
  std::uint32_t colour;          // 0xRRGGBB
};

// Later ones lie above.
constexpr std::array<IconPatch, 4> kFigure{{
    {8, 4, 56, 22, 0xE69F00},    // the upper piece
    {24, 22, 40, 40, 0xE69F00},  // its tenon
    {8, 36, 22, 60, 0x0072B2},   // the lower piece on both sides of its mortise
    {42, 36, 56, 60, 0x0072B2},
}};
constexpr IconPatch kFloor{22, 46, 42, 60, 0x0072B2};

std::uint32_t pixel(int x, int y) {
  std::uint32_t rgba = 0;
  const auto paint = [&](const IconPatch& r) {
    if (x >= r.left && x < r.right && y >= r.top && y < r.bottom) rgba = r.colour << 8 | 0xff;
  };
  for (const IconPatch& r : kFigure) paint(r);
  paint(kFloor);
  return rgba;
}

void append_number(std::uint32_t number, std::string* bytes) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes->push_back(static_cast<char>(number >> shift & 0xff));
}

void append_chunk(const std::string& type, const std::string& content, std::string* file) {
  append_number(static_cast<std::uint32_t>(content.size()), file);
  const std::string checked = type + content;
  file->append(checked);
  append_number(static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(checked.data()),
                                                 static_cast<uInt>(checked.size()))),
                file);
}

}  // namespace

std::string icon_svg() {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{0}\" "
      "height=\"{0}\">\n",
      kSize);
  const auto add = [&](const IconPatch& r) {
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#{:06X}\"/>\n",
                        r.left, r.top, r.right - r.left, r.bottom - r.top, r.colour);
  };
  for (const IconPatch& r : kFigure) add(r);
  add(kFloor);
  return text + "</svg>\n";
}

std::string icon_png() {
  std::string rows;
  for (int y = 0; y < kSize; ++y) {
    rows.push_back('\0');  // no filter
    for (int x = 0; x < kSize; ++x) append_number(pixel(x, y), &rows);
  }
  uLongf size = compressBound(static_cast<uLong>(rows.size()));
  std::string packed(size, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
            reinterpret_cast<const Bytef*>(rows.data()), static_cast<uLong>(rows.size()),
            Z_BEST_COMPRESSION);
  packed.resize(size);
  std::string header;
  append_number(kSize, &header);
  append_number(kSize, &header);
  header.append({8, 6, 0, 0, 0});  // 8 bits of red, green, blue, alpha
  std::string file("\x89PNG\r\n\x1a\n");
  append_chunk("IHDR", header, &file);
  append_chunk("IDAT", packed, &file);
  append_chunk("IEND", "", &file);
  return file;
}

}  // namespace mortise::gen
