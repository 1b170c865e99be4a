#include "generator/ground/files/kept_map.hpp"

#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

std::string locks_of(const KeptMap& map) {
  const std::string remedy = "give --cache a folder that all ranks see";
  if (map.folder.empty()) throw Error(map.ranks.name(), "there is no folder to share", remedy);
  make_folder(map.folder, remedy);
  ContentHash hash;
  for (const std::string& key : map.keys) hash.add(key);
  return map.folder + "/" + map.stage + "-" + hash.hex() + ".lock";
}

}  // namespace mortise::gen
