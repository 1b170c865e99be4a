#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// A list of exactly two numbers.
template <class T>
std::vector<T> read_pair(const KeyReader& reader, const std::string& path, const char* example) {
  auto pair = reader.get<std::vector<T>>(path);
  if (pair.size() != 2) {
    throw Error(reader.where(path),
                "'" + path + "' has " + std::to_string(pair.size()) + " entries",
                std::string("give two, e.g. ") + example);
  }
  return pair;
}

std::vector<EdgeSupport> read_supports(const KeyReader& reader, const std::string& list) {
  std::vector<EdgeSupport> supports;
  for (int i = 0; i < reader.count(list); ++i) {
    const std::string entry = list + "." + std::to_string(i);
    supports.push_back({read_choice<PlaneEdge>(reader, entry + ".edge"),
                        reader.get<std::vector<int>>(entry + ".directions")});
  }
  return supports;
}

PlaneBodySpec read_body(const KeyReader& reader, const std::string& entry) {
  PlaneBodySpec spec;
  PlaneBody& body = spec.body;
  body.name = reader.get<std::string>(entry + ".name");
  body.length = reader.get<double>(entry + ".length");
  body.height = reader.get<double>(entry + ".height");
  body.width = reader.get<double>(entry + ".width");
  const auto elements = read_pair<int>(reader, entry + ".elements", "[20, 2]");
  body.elements_x = elements[0];
  body.elements_y = elements[1];
  const auto origin = read_pair<double>(reader, entry + ".origin", "[0.0, 0.1]");
  body.origin_x = origin[0];
  body.origin_y = origin[1];
  body.angle = reader.get<double>(entry + ".angle") * kRadiansPerDegree;
  body.material.young = reader.get<double>(entry + ".young");
  body.material.poisson = reader.get<double>(entry + ".poisson");
  body.material.density = reader.get<double>(entry + ".density");
  body.state = read_choice<PlaneState>(reader, entry + ".state");
  body.element = read_choice<QuadKind>(reader, entry + ".element");
  body.supports = read_supports(reader, entry + ".supports");
  spec.alpha = reader.find<double>(entry + ".alpha");
  spec.beta = reader.find<double>(entry + ".beta");
  return spec;
}

}  // namespace

std::vector<PlaneBodySpec> read_plane(const KeyReader& reader) {
  std::vector<PlaneBodySpec> bodies;
  std::vector<std::string> names;
  for (int i = 0; i < reader.count("import.bodies"); ++i) {
    bodies.push_back(read_body(reader, "import.bodies." + std::to_string(i)));
    names.push_back(bodies.back().body.name);
  }
  if (bodies.empty()) {
    throw Error(reader.where("import"), "a plane model needs bodies",
                "add [[import.bodies]] with name, length, height, elements and material");
  }
  check_entry_names(reader, "import.bodies", names);
  return bodies;
}

}  // namespace mortise::gen
