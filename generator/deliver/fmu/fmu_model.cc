#include "generator/deliver/fmu/fmu_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>

#include "generator/bake/laws/file_law.hpp"
#include "generator/deliver/kit/identifier.hpp"
#include "mortise/fmu_package.hpp"
#include "mortise_generated.h"
#include "mortise_quantities.h"

namespace mortise::gen {
namespace {

constexpr int kUsualSteps = 1000;  // of a model without scenarios

const char* hold_text(std::uint32_t hold) {
  switch (hold) {
    case kHoldZeroOrder:
      return "acts as it is through the communication step";
    case kHoldLinear:
      return "value at the end of the communication step, linear from the one before";
    default:
      return "value at the end of the communication step, with a continuous slope";
  }
}

std::string trained_text(const schema::Model& model, std::uint32_t range) {
  const auto* box = model.training_box();
  if (range == 0 || box == nullptr || range > box->size()) return "";
  const schema::Range* trained = box->Get(range - 1);
  return fmt::format("; certified {} .. {}", trained->minimum(), trained->maximum());
}

// Belongs to a contact, not to the bodies.
bool is_of_contact(std::uint32_t quantity) {
  enum Owner { contact, body };
  switch (quantity) {
#define MORTISE_QUANTITY(number, schema_name, name, unit, owner, index, laws) \
  case number:                                                                \
    return (owner) == contact;
    MORTISE_EACH_QUANTITY(MORTISE_QUANTITY)
#undef MORTISE_QUANTITY
    default:
      return true;
  }
}

const char* quantity_text(std::uint32_t quantity) {
  switch (quantity) {
#define MORTISE_QUANTITY(number, schema_name, name, unit, owner, index, laws) \
  case number:                                                                \
    return name;
    MORTISE_EACH_QUANTITY(MORTISE_QUANTITY)
#undef MORTISE_QUANTITY
    default:
      return "output";
  }
}

class Reader {
 public:
  explicit Reader(const Instance& instance)
      : instance_(instance), file_(*instance.model().root()), view_(instance.model().view()) {}

  FmuModel read() {
    model_.name = file_.name()->str();
    model_.identifier = identifier_of(model_.name);
    if (file_.description() != nullptr) model_.description = file_.description()->str();
    model_.token = fmi::Token(instance_.bytes().data(), instance_.bytes().size()).text;
    model_.step = instance_.model().step_size();
    const auto* scenarios = file_.scenarios();
    model_.duration = scenarios != nullptr && scenarios->size() > 0 ? scenarios->Get(0)->duration()
                                                                    : kUsualSteps * model_.step;
    // what has entered a carried film moves through it
    model_.has_derivatives = linear_scratch_bytes(instance_.model(), instance_.state()) > 0;
    read_interfaces();
    read_inputs();
    read_outputs();
    read_status();
    read_parameters();
    read_cases();
    read_choices();
    make_unique();
    model_.structured =
        std::all_of(model_.variables.begin(), model_.variables.end(),
                    [](const FmuVariable& v) { return is_structured_name(v.name); });
    model_.absent_laws = absent_laws(view_);
    return std::move(model_);
  }

 private:
  void read_interfaces() {
    for (const ModelView* i : interfaces_of(view_)) {
      const FileLaw& law = file_law(*i);
      if (i->root->law() != nullptr)
        model_.interfaces.push_back(
            {i == &view_ ? law.lone_name : i->root->name()->str(), law.text});
    }
  }

  void read_inputs() {
    const std::uint32_t count = file_.inputs() != nullptr ? file_.inputs()->size() : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const schema::Channel* channel = file_.inputs()->Get(i);
      const InputRange& range = view_.input_ranges[i];
      FmuVariable v;
      v.name = channel->name()->str();
      v.reference = fmi::kFirstInput + i;
      v.causality = Causality::input;
      v.unit = channel->unit()->str();
      v.description = hold_text(range.hold) + trained_text(file_, channel->range());
      v.start = range.default_value;
      v.minimum = range.minimum;
      v.maximum = range.maximum;
      // a film's load and speed act on nothing else
      v.interface = file_law(view_).structural ? -1 : 0;
      model_.variables.push_back(v);
    }
  }

  void read_outputs() {
    const std::uint32_t count = file_.outputs() != nullptr ? file_.outputs()->size() : 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const schema::Channel* channel = file_.outputs()->Get(k);
      const OutputRule& rule = view_.output_rules[k];
      FmuVariable v;
      v.name = channel->name()->str();
      v.reference = fmi::kFirstOutput + k;
      v.unit = channel->unit()->str();
      v.description = quantity_text(rule.quantity);
      std::replace(v.description.begin(), v.description.end(), '_', ' ');
      if (const AssemblyView* a = assembly_of(view_)) {
        v.interface =
            a->output_interface != nullptr ? static_cast<int>(a->output_interface[k]) - 1 : -1;
      } else if (!model_.interfaces.empty() && is_of_contact(rule.quantity)) {
        v.interface = 0;
      }
      model_.variables.push_back(v);
    }
  }

  void read_status() {
    FmuVariable v;
    v.name = "status";
    v.reference = fmi::kStatus;
    v.whole = true;
    v.description = "status bits of the last communication step, 0 is ok";
    model_.variables.push_back(v);
  }

  void read_parameters() {
    const std::uint32_t count = file_.parameters() != nullptr ? file_.parameters()->size() : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const schema::Parameter* p = file_.parameters()->Get(i);
      FmuVariable v;
      v.name = p->name()->str();
      v.reference = fmi::kFirstParameter + i;
      v.causality = Causality::parameter;
      v.unit = p->unit()->str();
      v.description = "takes effect with the next step" + trained_text(file_, p->range());
      v.start = p->default_value();
      v.minimum = p->minimum();
      v.maximum = p->maximum();
      v.interface = assembly_of(view_) != nullptr ? static_cast<int>(p->interface()) : 0;
      model_.variables.push_back(v);
    }
  }

  void read_cases() {
    const std::vector<std::string> cases = file_law(view_).cases(view_);
    if (cases.empty()) return;
    FmuVariable v;
    v.name = "operating_case";
    v.reference = fmi::kCase;
    v.causality = Causality::parameter;
    v.whole = true;
    for (std::size_t i = 0; i < cases.size(); ++i)
      v.description += fmt::format("{}{} {}", i > 0 ? ", " : "", i, cases[i]);
    v.start = 0.0;
    v.minimum = 0.0;
    v.maximum = static_cast<double>(cases.size()) - 1.0;
    v.interface = 0;
    model_.variables.push_back(v);
  }

  // What an importer chooses of how steps take inputs and answer.
  void read_choices() {
    const bool late =
        std::any_of(model_.variables.begin(), model_.variables.end(), [&](const FmuVariable& v) {
          return v.causality == Causality::input &&
                 view_.input_ranges[v.reference - fmi::kFirstInput].hold != kHoldZeroOrder;
        });
    if (late)
      add_choice(fmi::kInputHoldName, fmi::kInputHold, 0, fmi::kInputHolds,
                 "what is set of an input of linear or cubic hold before a step from t to t + H: 0 "
                 "its value at t + H, 1 at t, held, 2 at t, from where the slope of the step "
                 "before goes on");
    add_choice(fmi::kStepWarningsName, fmi::kStepWarnings, 1, 2,
               "steps that do less than asked for return: 1 Warning, 0 OK and tell the log");
  }
  void add_choice(const char* name, std::uint32_t reference, int start, int choices,
                  const char* description) {
    FmuVariable v;
    v.name = name;
    v.reference = reference;
    v.causality = Causality::parameter;
    v.whole = true;
    v.description = description;
    v.start = start;
    v.minimum = 0.0;
    v.maximum = choices - 1.0;
    model_.variables.push_back(v);
  }

  // A name that several have gets what they are in front; "time" is the standard's.
  void make_unique() {
    std::map<std::string, int> count{{"time", 1}};
    for (const FmuVariable& v : model_.variables) ++count[v.name];
    for (FmuVariable& v : model_.variables)
      if (count[v.name] > 1) v.name = causality_name(v.causality) + ("." + v.name);
    // and a number behind if that is taken, too
    std::map<std::string, int> taken;
    for (FmuVariable& v : model_.variables)
      if (const int n = taken[v.name]++; n > 0) v.name += fmt::format(".{}", n);
  }
  static std::string causality_name(Causality causality) {
    switch (causality) {
      case Causality::input:
        return "input";
      case Causality::output:
        return "output";
      default:
        return "parameter";
    }
  }

  const Instance& instance_;
  const schema::Model& file_;
  const ModelView& view_;
  FmuModel model_;
};

}  // namespace

FmuModel fmu_model(const Instance& instance) { return Reader(instance).read(); }

bool is_structured_name(const std::string& name) {
  static const std::regex grammar(
      R"(^([A-Za-z_]\w*|'[^'\\]+')(\[\d+(,\d+)*\])?(\.([A-Za-z_]\w*|'[^'\\]+')(\[\d+(,\d+)*\])?)*$)");
  return std::regex_match(name, grammar);
}

}  // namespace mortise::gen
