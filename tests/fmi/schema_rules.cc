#include "tests/fmi/schema_rules.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

namespace mortise::fmi_host {
namespace {

// attributes: "name:type", with a '!' in front if it must be there; types are string, boolean,
//             double, int and unsigned.
// children: a sequence, each with '?' (0..1), '*' (0..), '+' (1..) or nothing (1) behind it; or,
//           behind '|', any of them in any order.
struct ElementRule {
  const char* name;
  const char* attributes;
  const char* children;
};

#define MORTISE_VARIABLE                                                       \
  "!name:string !valueReference:unsigned description:string causality:string " \
  "variability:string "
#define MORTISE_NUMBER(type) "min:" type " max:" type " start:" type

const std::vector<ElementRule>& common_rules() {
  static const std::vector<ElementRule> rules{
      {"UnitDefinitions", "", "Unit+"},
      {"Unit", "!name:string", "BaseUnit? DisplayUnit*"},
      {"BaseUnit",
       "kg:int m:int s:int A:int K:int mol:int cd:int rad:int factor:double offset:double", ""},
      {"DisplayUnit", "!name:string factor:double offset:double", ""},
      {"LogCategories", "", "Category+"},
      {"Category", "!name:string description:string", ""},
      {"DefaultExperiment", "startTime:double stopTime:double tolerance:double stepSize:double",
       ""},
  };
  return rules;
}

const std::vector<ElementRule>& rules_2() {
  static const std::vector<ElementRule> rules{
      {"fmiModelDescription",
       "!fmiVersion:string !modelName:string !guid:string description:string author:string "
       "version:string copyright:string license:string generationTool:string "
       "generationDateAndTime:string variableNamingConvention:string "
       "numberOfEventIndicators:unsigned",
       "CoSimulation UnitDefinitions? LogCategories? DefaultExperiment? ModelVariables "
       "ModelStructure"},
      {"CoSimulation",
       "!modelIdentifier:string needsExecutionTool:boolean "
       "canHandleVariableCommunicationStepSize:boolean canInterpolateInputs:boolean "
       "maxOutputDerivativeOrder:unsigned canRunAsynchronuously:boolean "
       "canBeInstantiatedOnlyOncePerProcess:boolean canNotUseMemoryManagementFunctions:boolean "
       "canGetAndSetFMUstate:boolean canSerializeFMUstate:boolean "
       "providesDirectionalDerivative:boolean",
       "SourceFiles?"},
      {"SourceFiles", "", "File+"},
      {"File", "!name:string", ""},
      {"ModelVariables", "", "ScalarVariable+"},
      {"ScalarVariable", MORTISE_VARIABLE "initial:string", "|Real Integer"},
      {"Real", "unit:string displayUnit:string nominal:double " MORTISE_NUMBER("double"), ""},
      {"Integer", "quantity:string " MORTISE_NUMBER("int"), ""},
      {"ModelStructure", "", "Outputs? Derivatives? InitialUnknowns?"},
      {"Outputs", "", "Unknown+"},
      {"InitialUnknowns", "", "Unknown+"},
      {"Unknown", "!index:unsigned dependencies:string dependenciesKind:string", ""},
  };
  return rules;
}

const std::vector<ElementRule>& rules_3() {
  static const std::vector<ElementRule> rules{
      {"fmiModelDescription",
       "!fmiVersion:string !modelName:string !instantiationToken:string description:string "
       "author:string version:string copyright:string license:string generationTool:string "
       "generationDateAndTime:string variableNamingConvention:string",
       "CoSimulation UnitDefinitions? LogCategories? DefaultExperiment? ModelVariables "
       "ModelStructure"},
      {"CoSimulation",
       "!modelIdentifier:string needsExecutionTool:boolean "
       "canBeInstantiatedOnlyOncePerProcess:boolean canGetAndSetFMUState:boolean "
       "canSerializeFMUState:boolean providesDirectionalDerivatives:boolean "
       "providesAdjointDerivatives:boolean canHandleVariableCommunicationStepSize:boolean "
       "fixedInternalStepSize:double maxOutputDerivativeOrder:unsigned hasEventMode:boolean "
       "mightReturnEarlyFromDoStep:boolean recommendedIntermediateInputSmoothness:int "
       "providesIntermediateUpdate:boolean canReturnEarlyAfterIntermediateUpdate:boolean",
       ""},
      {"ModelVariables", "", "|Float64 Int32"},
      {"Float64",
       MORTISE_VARIABLE "intermediateUpdate:boolean initial:string unit:string displayUnit:string "
                        "nominal:double " MORTISE_NUMBER("double"),
       ""},
      {"Int32", MORTISE_VARIABLE "initial:string quantity:string " MORTISE_NUMBER("int"), ""},
      {"ModelStructure", "", "Output* InitialUnknown*"},
      {"Output", "!valueReference:unsigned dependencies:string dependenciesKind:string", ""},
      {"InitialUnknown", "!valueReference:unsigned dependencies:string dependenciesKind:string",
       ""},
      {"fmiTerminalsAndIcons", "!fmiVersion:string", "GraphicalRepresentation? Terminals?"},
      {"GraphicalRepresentation", "", "CoordinateSystem? Icon?"},
      {"CoordinateSystem",
       "!x1:double !y1:double !x2:double !y2:double !suggestedScalingFactorTo_mm:double", ""},
      {"Icon", "!x1:double !y1:double !x2:double !y2:double", ""},
      {"Terminals", "", "Terminal+"},
      {"Terminal", "!name:string !matchingRule:string terminalKind:string description:string",
       "TerminalMemberVariable*"},
      {"TerminalMemberVariable", "!variableName:string memberName:string !variableKind:string", ""},
      {"fmiBuildDescription", "!fmiVersion:string", "BuildConfiguration+"},
      {"BuildConfiguration", "!modelIdentifier:string platform:string description:string",
       "SourceFileSet* Library*"},
      {"SourceFileSet", "name:string language:string compiler:string compilerOptions:string",
       "SourceFile+ PreprocessorDefinition* IncludeDirectory*"},
      {"SourceFile", "!name:string", ""},
      {"PreprocessorDefinition", "!name:string optional:boolean value:string description:string",
       ""},
      {"IncludeDirectory", "!name:string", ""},
  };
  return rules;
}

const ElementRule* rule_of(const std::string& name, int version) {
  for (const auto* rules : {version == 2 ? &rules_2() : &rules_3(), &common_rules()})
    for (const ElementRule& rule : *rules)
      if (name == rule.name) return &rule;
  return nullptr;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool is_of_type(const std::string& value, const std::string& type) {
  if (type == "string") return true;
  if (type == "boolean") return value == "true" || value == "false";
  if (value.empty() || std::isspace(static_cast<unsigned char>(value.front())) != 0) return false;
  char* end = nullptr;
  if (type == "double") {
    const double number = std::strtod(value.c_str(), &end);
    return *end == '\0' && number - number == 0.0;
  }
  (void)std::strtoll(value.c_str(), &end, 10);
  return *end == '\0' && (type != "unsigned" || value.front() != '-');
}

class Checker {
 public:
  explicit Checker(int version) : version_(version) {}

  void check(const Element& e) {
    const ElementRule* rule = rule_of(e.name, version_);
    if (rule == nullptr) {
      fault(e, "is no element of the schema");
      return;
    }
    if (e.text.find_first_not_of(" \t\r\n") != std::string::npos) fault(e, "has text inside");
    check_attributes(e, words_of(rule->attributes));
    if (*rule->children == '|') {
      check_choice(e, words_of(rule->children + 1));
    } else {
      check_sequence(e, words_of(rule->children));
    }
    for (const Element& c : e.children) check(c);
  }

  std::vector<std::string> faults;

 private:
  void fault(const Element& e, const std::string& what) {
    faults.push_back("<" + e.name + " name=\"" + e.attribute("name") + "\">: " + what);
  }

  void check_attributes(const Element& e, const std::vector<std::string>& known) {
    std::map<std::string, std::string> types;
    for (const std::string& word : known) {
      const std::size_t from = word.front() == '!' ? 1 : 0, colon = word.find(':');
      const std::string name = word.substr(from, colon - from);
      types[name] = word.substr(colon + 1);
      if (from == 1 && e.attributes.count(name) == 0) fault(e, "lacks the attribute " + name);
    }
    for (const auto& [name, value] : e.attributes) {
      if (types.count(name) == 0) {
        fault(e, "has an unknown attribute " + name);
      } else if (!is_of_type(value, types[name])) {
        fault(e, name + "=\"" + value + "\" is no " + types[name]);
      }
    }
  }

  void check_choice(const Element& e, const std::vector<std::string>& known) {
    if (e.children.empty()) fault(e, "is empty");
    for (const Element& c : e.children)
      if (std::find(known.begin(), known.end(), c.name) == known.end())
        fault(e, "cannot hold <" + c.name + ">");
  }

  void check_sequence(const Element& e, const std::vector<std::string>& known) {
    std::size_t at = 0;
    for (std::string word : known) {
      const char count = word.back();
      const bool counted = count == '?' || count == '*' || count == '+';
      if (counted) word.pop_back();
      std::size_t found = 0;
      while (at < e.children.size() && e.children[at].name == word) ++at, ++found;
      if (found == 0 && count != '?' && count != '*') fault(e, "lacks <" + word + ">");
      if (found > 1 && (!counted || count == '?')) fault(e, "has several <" + word + ">");
    }
    if (at < e.children.size()) fault(e, "holds <" + e.children[at].name + "> out of order");
  }

  int version_;
};

}  // namespace

std::vector<std::string> schema_faults(const Element& root, int version) {
  Checker checker(version);
  checker.check(root);
  return checker.faults;
}

}  // namespace mortise::fmi_host
