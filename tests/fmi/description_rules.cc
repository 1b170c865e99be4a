#include "tests/fmi/description_rules.hpp"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

#include "tests/fmi/schema_rules.hpp"

namespace mortise::fmi_host {
namespace {

using Faults = std::vector<std::string>;

bool is_real(const Variable& v) { return v.type == "Real" || v.type == "Float64"; }

// Legal combinations of what variables are, with how they begin; of those that need no states or
// clocks.
bool is_legal(const Variable& v) {
  const std::string what = v.causality + "/" + v.variability;
  static const std::map<std::string, std::set<std::string>> legal{
      {"parameter/fixed", {"", "exact"}},
      {"parameter/tunable", {"", "exact"}},
      {"calculatedParameter/fixed", {"", "calculated", "approx"}},
      {"calculatedParameter/tunable", {"", "calculated", "approx"}},
      {"input/discrete", {""}},
      {"input/continuous", {""}},
      {"output/constant", {"", "exact"}},
      {"output/discrete", {"", "exact", "approx", "calculated"}},
      {"output/continuous", {"", "exact", "approx", "calculated"}},
      {"local/discrete", {"", "exact", "approx", "calculated"}},
      {"local/continuous", {"", "exact", "approx", "calculated"}},
      {"independent/continuous", {""}}};
  const auto found = legal.find(what);
  return found != legal.end() && found->second.count(v.initial) > 0 &&
         (is_real(v) || v.variability != "continuous");
}

bool is_calculated(const Variable& v) {
  return (v.causality == "output" &&
          (v.initial.empty() || v.initial == "calculated" || v.initial == "approx")) ||
         v.causality == "calculatedParameter";
}

void check_variables(const Description& d, const std::set<std::string>& units, Faults* faults) {
  std::set<std::string> names;
  std::set<std::uint32_t> references;
  int independent = 0;
  for (const Variable& v : d.variables) {
    const auto fault = [&](const std::string& what) { faults->push_back(v.name + ": " + what); };
    if (!names.insert(v.name).second) fault("the name is not unique");
    if (!references.insert(v.reference).second && d.version == 3)
      fault("the value reference is not unique");
    if (!is_legal(v)) fault("causality, variability and initial do not go together");
    const bool starts = v.causality == "input" || v.causality == "parameter" ||
                        v.initial == "exact" || v.initial == "approx";
    if (starts == v.start.empty()) fault(starts ? "lacks a start value" : "must not start");
    if (!v.unit.empty() && units.count(v.unit) == 0) fault("the unit is not defined");
    if (v.causality == "independent") ++independent;
    const auto number = [](const std::string& text, double absent) {
      return text.empty() ? absent : std::strtod(text.c_str(), nullptr);
    };
    const double start = number(v.start, 0.0);
    if (!v.start.empty() && (start < number(v.minimum, start) || start > number(v.maximum, start)))
      fault("starts out of its range");
  }
  if (independent != (d.version == 3 ? 1 : 0)) faults->push_back("independent variables");
}

// Positions in the variables that a list of the structure names.
std::vector<std::size_t> named_by(const Description& d, const std::vector<Element>& list,
                                  const std::string& element, Faults* faults) {
  std::vector<std::size_t> positions;
  for (const Element& e : list) {
    if (e.name != element) continue;
    std::size_t at = d.variables.size();
    if (d.version == 2) {
      at = std::stoul(e.attribute("index")) - 1;
    } else {
      for (std::size_t i = 0; i < d.variables.size(); ++i)
        if (std::to_string(d.variables[i].reference) == e.attribute("valueReference")) at = i;
    }
    if (at >= d.variables.size()) {
      faults->push_back(element + ": there is no such variable");
      continue;
    }
    positions.push_back(at);
    const auto words = [](const std::string& text) {
      std::istringstream in(text);
      std::string word;
      int count = 0;
      while (in >> word) ++count;
      return count;
    };
    if (e.attributes.count("dependenciesKind") > 0 &&
        words(e.attribute("dependencies")) != words(e.attribute("dependenciesKind")))
      faults->push_back(d.variables[at].name + ": dependencies and their kinds differ in number");
  }
  return positions;
}

template <class Wanted>
void check_list(const Description& d, std::vector<std::size_t> positions, const std::string& list,
                const Wanted& wanted, Faults* faults) {
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    const auto count = std::count(positions.begin(), positions.end(), i);
    if (count != (wanted(d.variables[i]) ? 1 : 0))
      faults->push_back(d.variables[i].name + ": stands " + std::to_string(count) + " times in " +
                        list);
  }
}

void check_structure(const Description& d, const Element& root, Faults* faults) {
  const Element& structure = *root.child("ModelStructure");
  const auto list = [&](const char* name_2, const char* name_3) {
    if (d.version == 3) return named_by(d, structure.children, name_3, faults);
    const Element* all = structure.child(name_2);
    return named_by(d, all != nullptr ? all->children : std::vector<Element>{}, "Unknown", faults);
  };
  check_list(
      d, list("Outputs", "Output"), "the outputs",
      [](const Variable& v) { return v.causality == "output"; }, faults);
  check_list(d, list("InitialUnknowns", "InitialUnknown"), "the initial unknowns", is_calculated,
             faults);
}

void check_names(const Description& d, const Element& root, Faults* faults) {
  static const std::regex grammar(
      R"(^([A-Za-z_]\w*|'[^'\\]+')(\[\d+(,\d+)*\])?(\.([A-Za-z_]\w*|'[^'\\]+')(\[\d+(,\d+)*\])?)*$)");
  const std::string convention = root.attribute("variableNamingConvention");
  if (convention != "flat" && convention != "structured")
    faults->push_back("there is no naming convention " + convention);
  if (convention != "structured") return;
  for (const Variable& v : d.variables)
    if (!std::regex_match(v.name, grammar)) faults->push_back(v.name + ": is no structured name");
}

}  // namespace

std::vector<std::string> description_faults(const Element& root) {
  const std::string version = root.attribute("fmiVersion");
  if (version != "2.0" && version.rfind("3.0", 0) != 0) return {"fmiVersion is " + version};
  Faults faults = schema_faults(root, version == "2.0" ? 2 : 3);
  if (!faults.empty()) return faults;
  const Description d = describe(root);
  static const std::regex identifier("^[A-Za-z_][A-Za-z0-9_]*$");
  if (!std::regex_match(d.identifier, identifier))
    faults.push_back("the model identifier is no name of C");
  if (d.token.empty()) faults.emplace_back("there is no token");
  std::set<std::string> units;
  if (const Element* definitions = root.child("UnitDefinitions"))
    for (const Element& unit : definitions->children)
      if (!units.insert(unit.attribute("name")).second)
        faults.push_back("the unit " + unit.attribute("name") + " is defined twice");
  check_variables(d, units, &faults);
  check_structure(d, root, &faults);
  check_names(d, root, &faults);
  return faults;
}

namespace {

void check_folders(const UnpackedFmu& fmu, const Description& d, Faults* faults) {
  std::set<std::string> names;
  const std::set<std::string> folders{"binaries",      "resources", "sources",
                                      "documentation", "extra",     "terminalsAndIcons"};
  for (const std::string& name : fmu.names) {
    if (!names.insert(name).second) faults->push_back(name + ": is there twice");
    if (name.front() == '/' || name.front() == '.' || name.find('\\') != std::string::npos ||
        name.find("..") != std::string::npos)
      faults->push_back(name + ": is no path of an FMU");
    const std::string folder = name.substr(0, name.find('/'));
    const bool at_root = name == "modelDescription.xml" || (d.version == 2 && name == "model.png");
    if (!at_root && folders.count(folder) == 0) faults->push_back(name + ": lies in no folder");
    if (folder == "terminalsAndIcons" && d.version == 2) faults->push_back(name + ": is of 3.0");
    static const std::regex library(R"(binaries/([^/]+)/([^/]+)\.so)");
    std::smatch match;
    if (!std::regex_match(name, match, library)) continue;
    const std::set<std::string> platforms =
        d.version == 2 ? std::set<std::string>{"linux64"}
                       : std::set<std::string>{"x86_64-linux", "aarch64-linux"};
    if (platforms.count(match[1]) == 0) faults->push_back(name + ": is of no known platform");
    if (match[2] != d.identifier) faults->push_back(name + ": is not the model identifier's");
  }
  for (const char* name :
       {"modelDescription.xml", "documentation/index.html", "documentation/licenses/license.txt"})
    if (names.count(name) == 0) faults->push_back(std::string(name) + " is missing");
}

void check_terminals(const UnpackedFmu& fmu, const Description& d, Faults* faults) {
  std::string trouble;
  const Element root = read_xml(fmu.text("terminalsAndIcons/terminalsAndIcons.xml"), &trouble);
  if (!trouble.empty()) return faults->push_back("terminals: " + trouble);
  for (const std::string& fault : schema_faults(root, 3)) faults->push_back(fault);
  if (!fmu.has("terminalsAndIcons/icon.png")) faults->emplace_back("there is no icon");
  const Element* terminals = root.child("Terminals");
  std::set<std::string> names;
  for (const Element& terminal :
       terminals != nullptr ? terminals->children : std::vector<Element>{}) {
    const std::string name = terminal.attribute("name");
    if (!names.insert(name).second) faults->push_back(name + ": the terminal is there twice");
    std::set<std::string> members;
    for (const Element& member : terminal.children) {
      if (d.find(member.attribute("variableName")) == nullptr)
        faults->push_back(name + ": there is no variable " + member.attribute("variableName"));
      if (!members.insert(member.attribute("memberName")).second)
        faults->push_back(name + ": two members " + member.attribute("memberName"));
    }
  }
}

void check_sources(const UnpackedFmu& fmu, const Description& d, const Element& description,
                   Faults* faults) {
  const auto must_have = [&](const std::string& source) {
    if (!fmu.has("sources/" + source)) faults->push_back("the source " + source + " is missing");
  };
  if (d.version == 2) {
    const Element* sources = description.child("CoSimulation")->child("SourceFiles");
    if (sources == nullptr) return faults->push_back("the sources are not listed");
    for (const Element& file : sources->children) must_have(file.attribute("name"));
    return;
  }
  std::string trouble;
  const Element root = read_xml(fmu.text("sources/buildDescription.xml"), &trouble);
  if (!trouble.empty()) return faults->push_back("build description: " + trouble);
  for (const std::string& fault : schema_faults(root, 3)) faults->push_back(fault);
  for (const Element& configuration : root.children) {
    if (configuration.attribute("modelIdentifier") != d.identifier)
      faults->emplace_back("the build description is of another model");
    for (const Element& set : configuration.children)
      for (const Element& e : set.children)
        if (e.name == "SourceFile")
          must_have(e.attribute("name"));
        else if (e.attribute("name") == "FMI3_FUNCTION_PREFIX")  // importers define all that stand
          faults->emplace_back("the library would have a prefix in front of its functions");
  }
}

}  // namespace

std::vector<std::string> package_faults(const UnpackedFmu& fmu) {
  std::string trouble;
  const Element root = read_xml(fmu.text("modelDescription.xml"), &trouble);
  if (!trouble.empty()) return {"modelDescription.xml " + trouble};
  Faults faults = description_faults(root);
  if (!faults.empty()) return faults;
  const Description d = describe(root);
  check_folders(fmu, d, &faults);
  check_sources(fmu, d, root, &faults);
  if (d.version == 3) check_terminals(fmu, d, &faults);
  return faults;
}

}  // namespace mortise::fmi_host
