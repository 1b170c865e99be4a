#include "generator/deliver/source/amalgamate.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

const std::regex kDirective(R"(\s*#\s*(\w+)\s*(.*?)\s*(//.*)?)");
const std::regex kInclude(R"lit(\s*#\s*include\s*"([^"]+)".*)lit");
const std::regex kSystemInclude(R"(\s*#\s*include\s*<([^>]+)>.*)");
const std::regex kDefined(R"((!?)\s*defined\s*\(\s*(\w+)\s*\))");

// One #if with its branches.
struct Conditional {
  bool known = true;     // every branch so far was decided: nothing of it is written
  bool holds = true;     // the running branch is part of the text
  bool decided = false;  // a branch was taken, or may be by the compiler
};

class Amalgamator {
 public:
  explicit Amalgamator(const Amalgamation& of) : of_(of) {
    for (const ArchivedFile& file : of.files) text_[file.name] = &file.content;
  }

  void append(const std::string& name) {
    const std::string& text = *text_.at(name);
    const std::string guard = out_.empty() ? "" : guard_of(text);  // the whole keeps its own
    if (!guard.empty()) guards_.insert(guard);
    if (!guard.empty() || text.find("#pragma once") != std::string::npos) {
      demand(unknown_depth_ == 0, name, "is included under a condition that is not known", kRemedy);
      once_.insert(name);
    }
    out_ += "\n// ---- " + name + "\n";
    const std::size_t outer = open_.size();
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) take(name, line);
    demand(open_.size() == outer, name, "has an #if without an end", kRemedy);
  }

  std::string result() { return std::move(out_); }

 private:
  static constexpr const char* kRemedy = "this is a fault of mortise; please report it";

  // The macro by which a file sees to it that it is read once; empty without.
  static std::string guard_of(const std::string& text) {
    static const std::regex opening(R"(^\s*#ifndef (\w+)\n#define (\w+)\n)");
    const std::size_t first = text.find("#");
    std::smatch part;
    return first != std::string::npos &&
                   std::regex_search(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(),
                                     part, opening, std::regex_constants::match_continuous) &&
                   part[1] == part[2]
               ? part[1].str()
               : std::string();
  }

  bool writes() const {
    return std::all_of(open_.begin(), open_.end(), [](const Conditional& c) { return c.holds; });
  }

  void take(const std::string& name, const std::string& line) {
    std::smatch part;
    if (line.find('#') == std::string::npos || !std::regex_match(line, part, kDirective))
      return write(line);
    const std::string directive = part[1], rest = part[2];
    if (directive == "if" || directive == "ifdef" || directive == "ifndef") {
      begin(line, condition(directive, rest));
    } else if (directive == "elif") {
      next(name, rest, value(rest));
    } else if (directive == "else") {
      otherwise(name, line);
    } else if (directive == "endif") {
      end(name, line);
    } else if (directive == "include") {
      include(name, line);
    } else if (directive != "pragma" || rest != "once") {
      write(line);
    }
  }

  void write(const std::string& line) {
    if (writes()) out_ += line + "\n";
  }

  static std::string condition(const std::string& directive, const std::string& rest) {
    if (directive == "if") return rest;
    return (directive == "ifdef" ? "defined(" : "!defined(") + rest + ")";
  }

  // Value of a condition of known macros alone, joined by && or by ||.
  std::optional<bool> value(const std::string& condition) const {
    std::vector<bool> terms;
    std::string joints = condition;
    std::size_t known = 0;
    for (std::sregex_iterator term(condition.begin(), condition.end(), kDefined), last;
         term != last; ++term) {
      const std::string name = (*term)[2];
      const auto macro = of_.macros.find(name);
      if (macro == of_.macros.end() && guards_.count(name) == 0) continue;
      ++known;
      terms.push_back((macro != of_.macros.end() && macro->second) != ((*term)[1] == "!"));
    }
    if (known == 0) return std::nullopt;
    joints = std::regex_replace(joints, kDefined, "");
    joints.erase(std::remove(joints.begin(), joints.end(), ' '), joints.end());
    const std::size_t pairs = terms.size() - 1;
    const auto all = [&](const char* joint) {
      std::string text;
      for (std::size_t i = 0; i < pairs; ++i) text += joint;
      return joints == text;
    };
    if (all("&&")) return std::all_of(terms.begin(), terms.end(), [](bool b) { return b; });
    if (all("||")) return std::any_of(terms.begin(), terms.end(), [](bool b) { return b; });
    throw Error("#if " + condition, "mixes what is known with what is not", kRemedy);
  }

  void begin(const std::string& line, const std::string& condition) {
    const std::optional<bool> holds = value(condition);
    Conditional c;
    if (holds) {
      c.holds = c.decided = *holds;
    } else {
      write(line);
      c.known = false;
      ++unknown_depth_;
    }
    open_.push_back(c);
  }

  void next(const std::string& name, const std::string& condition, std::optional<bool> holds) {
    demand(!open_.empty(), name, "has an #elif without an #if", kRemedy);
    Conditional& c = open_.back();
    if (!c.known) {
      demand(!holds, name, "asks for what is known behind what is not", kRemedy);
      return write("#elif " + condition);
    }
    if (c.decided || holds) {
      c.holds = !c.decided && *holds;
      c.decided = c.decided || c.holds;
      return;
    }
    // the first branch that the compiler has to decide
    c.holds = true;
    c.known = false;
    ++unknown_depth_;
    write("#if " + condition);
  }

  void otherwise(const std::string& name, const std::string& line) {
    demand(!open_.empty(), name, "has an #else without an #if", kRemedy);
    Conditional& c = open_.back();
    if (!c.known) return write(line);
    c.holds = !c.decided;
    c.decided = true;
  }

  void end(const std::string& name, const std::string& line) {
    demand(!open_.empty(), name, "has an #endif without an #if", kRemedy);
    const bool known = open_.back().known;
    open_.pop_back();
    if (known) return;
    --unknown_depth_;
    write(line);
  }

  void include(const std::string& name, const std::string& line) {
    if (!writes()) return;
    std::smatch part;
    if (std::regex_match(line, part, kSystemInclude)) {
      // once is enough, where the compiler is sure to see it
      if (unknown_depth_ > 0 || system_.insert(part[1]).second) write(line);
      return;
    }
    if (!std::regex_match(line, part, kInclude)) return write(line);
    const std::filesystem::path named(part[1].str());
    const std::string beside =
        (std::filesystem::path(name).parent_path() / named).lexically_normal().generic_string();
    const std::string file = text_.count(beside) > 0 ? beside : named.generic_string();
    if (const auto kept = of_.kept.find(file); kept != of_.kept.end()) {
      if (system_.insert(kept->second).second) write("#include \"" + kept->second + "\"");
    } else if (text_.count(file) == 0) {
      write(line);
    } else if (once_.count(file) == 0) {
      append(file);
    }
  }

  const Amalgamation& of_;
  std::map<std::string, const std::string*> text_;
  std::vector<Conditional> open_;
  int unknown_depth_ = 0;
  std::set<std::string> once_, guards_, system_;
  std::string out_;
};

}  // namespace

std::string amalgamate(const Amalgamation& of, const std::string& start) {
  Amalgamator amalgamator(of);
  amalgamator.append(start);
  return amalgamator.result();
}

}  // namespace mortise::gen
