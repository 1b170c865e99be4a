#include "generator/tool/cli/sliding_command.hpp"

#include <cmath>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/tool/cli/command.hpp"

namespace mortise::gen {

ReducedSystem sliding_system(const std::string& path, const std::vector<std::string>& overrides,
                             bool full) {
  const Definition definition = read_and_log(path, overrides, Takes::structures);
  if (definition.contact.kind != ContactKind::sliding) {
    throw Error(definition.path, "contact.kind is not sliding",
                "take a definition with contact.kind = \"sliding\"");
  }
  std::vector<std::string> warnings;
  const AssembledSystem assembled = assemble(definition, &warnings);
  const Condensation condensed = full ? condense_modal(assembled.system, {0, 0.0, true})
                                      : condense_as_defined(definition, assembled);
  for (const std::string& warning : warnings) log_warning(warning);
  for (const std::string& warning : condensed.report.warnings) log_warning(warning);
  return condensed.system;
}

std::vector<double> sliding_positions(const ReducedSystem& system,
                                      const std::vector<double>& listed, int count) {
  if (!listed.empty()) return listed;
  if (count < 1) throw UsageError("give --positions s1,s2,... in m or a count >= 1");
  const Matrix& chain = system.sliding->geometry.target_positions;
  const double first = chain(0, 0), length = chain(0, chain.cols() - 1) - first;
  std::vector<double> positions;
  positions.reserve(static_cast<std::size_t>(count));
  for (int k = 1; k <= count; ++k) positions.push_back(first + length * k / (count + 1));
  return positions;
}

std::vector<double> even_range(double first, double last, double count, const std::string& option) {
  if (!(count >= 1) || count != std::floor(count) || count > 1e6) {
    throw UsageError(option + " takes first, last and a whole number of values >= 1");
  }
  const int n = static_cast<int>(count);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k)
    values.push_back(n == 1 ? first : first + (last - first) * k / (n - 1));
  return values;
}

}  // namespace mortise::gen
