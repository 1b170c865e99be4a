#include "generator/define/definition/key_place.hpp"

#include <algorithm>

#include "generator/define/keys/flat_table.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

std::string place_of_key(const Definition& definition, const std::string& key) {
  const auto setting = std::find_if(definition.settings.begin(), definition.settings.end(),
                                    [&](const auto& one) { return one.key == key; });
  try {
    const FlatTable written = read_flat_table(definition.path);
    const auto entry = written.values.find(key);
    const bool given = setting != definition.settings.end();
    if (entry != written.values.end() && given && to_text(entry->second.value) == setting->value)
      return entry->second.where;
    if (given) return "--set " + key + "=" + setting->value;
    const auto table = written.tables.find(key.substr(0, key.rfind('.')));
    if (table != written.tables.end()) return table->second;
  } catch (const Error&) {  // changed since it was read
  }
  return definition.path;
}

}  // namespace mortise::gen
