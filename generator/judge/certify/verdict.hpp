// What a certificate is worth: why it fails, what it warns of, and its numbers in words.
//
// A model file is judged by its total error, which has two parts: the reduction, that is the
// coordinates that were left out, and the step. A certificate fails that is over a limit, whose
// reference is not resolved in time to kReferenceShare of the limit, that measures nothing, or in
// which no scenario touches the interface.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/file/certificate.hpp"
#include "generator/ground/files/terminal.hpp"

namespace mortise::gen {

// Share of a limit that the reference's own error may be.
inline constexpr double kReferenceShare = 0.2;

// Name of a measure in JSON and in tables.
const char* measure_name(Measure measure);

// The measures that a certificate has a limit for, in their order.
std::vector<Measure> measures_of(const CertificateOptions& certificate);

// Are all errors that were measured at most `share` of their limits?
bool within(const Measured& errors, const Measured& limits, double share);

// The two parts add up.
Measured sum_of(const Measured& a, const Measured& b);

// Reasons why the certificate fails, a sentence each; empty: it holds.
std::vector<std::string> shortcomings(const CertificateOptions& certificate);

// What is worth knowing of one that holds, a sentence each: scenarios without contact, interfaces
// that no scenario touches or that are further off than the whole may be, a step that is coarse for
// the modes.
std::vector<std::string> warnings_of(const CertificateOptions& certificate);

// "displacement 0.036 (reduction 0.034, step 0.002), velocity -, ...; seat: force 0.01, loss 0.02".
std::string errors_text(const CertificateOptions& certificate, const ScenarioErrors& errors);

// "contacts take 4.2 % of the energy (friction 1, impacts 3.2, scheme 0), at full order 4.1 %
// (...)" of a scenario that knows it.
std::string losses_text(const ScenarioErrors& errors);

// Them for every scenario on a line, and the warnings.
void log_certificate(const CertificateOptions& certificate, const Log& log);

// Three significant digits; "-" if absent.
std::string error_number(const std::optional<double>& error);

}  // namespace mortise::gen
