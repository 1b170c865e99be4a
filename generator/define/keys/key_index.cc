#include "generator/define/keys/key_index.hpp"

namespace mortise::gen {

KeyIndex::KeyIndex(const std::vector<Key>& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key& key = keys[i];
    if (key.path.find('<') != std::string::npos) {
      named.push_back(i);
    } else {
      by_path.emplace(key.path, i);
    }
    if (key.default_value != nullptr && key.default_value != kRequired)
      defaults.emplace(key.path, parse_toml_value(key.default_value));
  }
}

}  // namespace mortise::gen
