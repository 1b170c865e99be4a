#include "generator/judge/certify/procedure.hpp"

namespace mortise::gen {

void log_certificate(const CertificateOptions& certificate, const Log& log) {
  if (!log) return;
  for (const ScenarioErrors& e : certificate.errors)
    log("certify   " + e.scenario + ": " + errors_text(certificate, e));
  for (const std::string& warning : warnings_of(certificate)) log("warning: " + warning);
}

Measured sum_of(const Measured& a, const Measured& b) {
  Measured sum;
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    if (a[m] || b[m]) sum[m] = a[m].value_or(0.0) + b[m].value_or(0.0);
  }
  return sum;
}

}  // namespace mortise::gen
