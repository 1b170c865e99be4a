#include "generator/bake/laws/file_law.hpp"

#include <cctype>

namespace mortise::gen {

const FileLaw& file_law(const ModelView& view) {
  switch (view.law) {
#define MORTISE_LAW(room, tag, table, feature) \
  case tag:                                    \
    return file_laws_of::room;
#include "mortise/law.def"
    default:
      return file_laws_of::assembly;
  }
}

const std::vector<const FileLaw*>& file_laws() {
  static const std::vector<const FileLaw*> all = {
#define MORTISE_LAW(room, tag, table, feature) &file_laws_of::room,
#include "mortise/law.def"
      &file_laws_of::assembly};
  return all;
}

std::string macro_of(const FileLaw& law) {
  std::string text = law.name;
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

bool has_law(const ModelView& view, const FileLaw& law) {
  const auto is = [&](const ModelView& v) { return &file_law(v) == &law; };
  return is(view) || any_interface(view, is);
}

std::vector<std::string> absent_laws(const ModelView& view) {
  std::vector<std::string> absent;
  for (const FileLaw* law : file_laws()) {
    const bool needed = law->in_every_target || has_law(view, *law) ||
                        (law->in_every_assembly && assembly_of(view) != nullptr);
    if (!needed) absent.push_back(macro_of(*law));
  }
  if (!has_positions(view)) absent.emplace_back("POSITION");
  return absent;
}

bool has_positions(const ModelView& view) {
  const AssemblyView* assembly = assembly_of(view);
  return view.position.ports > 0 || (assembly != nullptr && assembly->positions);
}

bool has_interface(const ModelView& view) {
  return !view.is_unilateral() || view.dims.contacts > 0;
}

}  // namespace mortise::gen
