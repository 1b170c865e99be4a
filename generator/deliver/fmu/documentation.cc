#include "generator/deliver/fmu/documentation.hpp"

#include <fmt/format.h>

#include "generator/deliver/fmu/model_description.hpp"
#include "generator/deliver/fmu/xml_text.hpp"
#include "generator/ground/text/markup.hpp"
#include "mortise/fmu_package.hpp"
#include "mortise/types.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kStyle =
    "body{font-family:sans-serif;max-width:60em;margin:2em auto;color:#333}"
    "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"
    "pre{background:#f4f4f4;padding:.6em;overflow-x:auto}";

std::string number_cell(const std::optional<double>& value) {
  return value ? exact_text(*value) : std::string();
}

std::string variable_table(const FmuModel& model, Causality causality) {
  std::string rows;
  for (const FmuVariable& v : model.variables) {
    if (v.causality != causality) continue;
    rows +=
        fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                    escape_markup(v.name), escape_markup(v.unit), number_cell(v.start),
                    number_cell(v.minimum), number_cell(v.maximum), escape_markup(v.description));
  }
  if (rows.empty()) return "<p>None.</p>\n";
  return "<table><tr><th>name</th><th>unit</th><th>start</th><th>minimum</th><th>maximum</th>"
         "<th>meaning</th></tr>\n" +
         rows + "</table>\n";
}

std::string status_table() {
  std::string text = "<table><tr><th>bit</th><th>value</th><th>name</th><th>meaning</th></tr>\n";
  for (int bit = 0; *status_name(bit) != '\0'; ++bit)
    text += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", bit,
                        1u << static_cast<unsigned>(bit), status_name(bit), status_text(bit));
  return text + "</table>\n";
}

std::string steps_text(const FmuModel& model) {
  return fmt::format(
      "<p>The internal step is {0} s and fixed. A communication step is any whole number of them; "
      "one that is off by no more than a share of {1} is taken as what it means, another is "
      "refused. Time is start time + steps x {0} s.</p>\n"
      "<p>Inputs are set before a step. One of zero-order hold acts as it is. One of linear or "
      "cubic hold is the value at the end of the communication step; at its start stands what the "
      "step before ended with, before the first one what was set in initialization mode. An "
      "importer that sets the values of the present instant runs continuous inputs one step late: "
      "it sets the parameter input_hold to 1 or 2. One that knows the coming values sets those, "
      "and "
      "gets the bits of <code>mortise run</code>; so does one that sets inputs within steps (3.0). "
      "With slopes (2.0) inputs go from their values along them.</p>\n"
      "<p>Outputs belong to the end of the step; contact forces are means over its last internal "
      "step. An input out of its range is held at its last good value. The output status says "
      "what happened; a step returns a warning where results are less than asked for, and an "
      "error where they are none: a saved state or a reset leads on.</p>\n"
      "<p>{2}</p>\n",
      exact_text(model.step), exact_text(fmi::kStepTolerance),
      model.has_derivatives
          ? "Directional derivatives are those of the outputs at the end of the next internal step "
            "to the inputs as set, with the statuses of all contacts held."
          : "There are no directional derivatives: what has entered the film moves through it.");
}

}  // namespace

std::string compiler_call(const FmuModel& model, int version, const std::string& options) {
  return fmt::format("g++ {} -I sources sources/{} -o binaries/{}/{}.so", options, kWholeSource,
                     version == 2 ? "linux64" : "x86_64-linux", model.identifier);
}

std::string fmu_documentation(const FmuModel& model, int version, const std::string& options,
                              const std::string& report) {
  const std::string name = escape_markup(model.name);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>"
      "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>{2}</p>\n"
      "<p>A co-simulation FMU of FMI {3}.0, exported by mortise. SI units throughout.</p>\n",
      name, kStyle, escape_markup(model.description), version);
  text += "<h2>Steps</h2>\n" + steps_text(model);
  text += "<h2>Inputs</h2>\n" + variable_table(model, Causality::input);
  text += "<h2>Outputs</h2>\n" + variable_table(model, Causality::output);
  text += "<h2>Parameters</h2>\n" + variable_table(model, Causality::parameter);
  text += "<h2>Status bits</h2>\n" + status_table();
  text += "<h2>The model</h2>\n<pre>" + escape_markup(report) + "</pre>\n";
  text +=
      "<h2>Other platforms</h2>\n<p>In the unpacked FMU, with any C++17 compiler that knows GCC's "
      "options:</p>\n<pre>" +
      escape_markup(compiler_call(model, version, options)) +
      "</pre>\n<p>gives the same bits as the library that is in it. Keep "
      "<code>-ffp-contract=off</code>, and leave <code>-ffast-math</code> and "
      "<code>-march=native</code> out.</p>\n";
  text +=
      "<h2>Licences</h2>\n<p>Those of the library are in <a href=\"licenses\">licenses</a>: "
      "mortise (BSD 3-clause), FlatBuffers (Apache 2.0). The model belongs to who made it."
      "</p>\n</body></html>\n";
  return text;
}

}  // namespace mortise::gen
