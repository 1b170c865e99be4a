#include "scope.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "mortise_generated.h"
#include "scope_page.hpp"

namespace mortise::targets {

namespace {

constexpr double kEntriesPerSecond = 250;
constexpr std::size_t kEntries = 7500;                  // half a minute
constexpr std::uint64_t kAtOnce = 2000;                 // entries of an answer
constexpr auto kPause = std::chrono::milliseconds(20);  // between two looks at the samples

// JSON knows no infinities: what is no number is null.
nlohmann::json number(double x) { return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json(); }

nlohmann::json numbers(const std::vector<double>& all) {
  nlohmann::json list = nlohmann::json::array();
  for (const double x : all) list.push_back(number(x));
  return list;
}

std::size_t numbers_of(const Model& m) {
  return static_cast<std::size_t>(m.dims().inputs) + static_cast<std::size_t>(m.dims().outputs);
}

}  // namespace

std::string make_token() {
  constexpr char kLetters[] = "abcdefghijkmnpqrstuvwxyz23456789";  // 32
  std::random_device random;
  std::string token;
  for (int k = 0; k < 24; ++k) token.push_back(kLetters[random() % 32]);
  return token;
}

Scope::Scope(const Model& model, SampleRing* ring, const LoopProgress* progress,
             ScopeSettings settings)
    : model_(model),
      ring_(*ring),
      progress_(*progress),
      settings_(std::move(settings)),
      run_(make_token()),
      trail_(numbers_of(model),
             static_cast<std::uint64_t>(
                 std::max(1.0, std::round(1 / (kEntriesPerSecond * settings_.period)))),
             kEntries),
      server_([this](const HttpRequest& request) { return answer(request); }) {}

Scope::~Scope() {
  ending_.store(true);
  if (thread_.joinable()) thread_.join();
}

bool Scope::start(std::string* why) {
  if (!server_.listen(settings_.port, settings_.remote, why)) return false;
  thread_ = std::thread([this] { work(); });
  return true;
}

void Scope::work() {
  using clock = std::chrono::steady_clock;
  for (auto look = clock::now(); !ending_.load();) {
    if (clock::now() >= look) {
      ring_.drain(ring_.capacity(),
                  [this](const SampleHead& head, const double* x) { trail_.add(head, x); });
      look = clock::now() + kPause;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(look - clock::now());
    server_.serve(std::max(0, static_cast<int>(left.count())));
  }
}

bool Scope::admits(const HttpRequest& request) const {
  if (settings_.token.empty()) return true;
  return request.parameter("token") == settings_.token ||
         request.cookie.find("token=" + settings_.token) != std::string::npos;
}

HttpResponse Scope::answer(const HttpRequest& request) const {
  HttpResponse response;
  // the page and its parts come from here; pages from elsewhere get nothing
  response.headers =
      "Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'\r\n"
      "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n";
  const auto say = [&](const char* type, std::string body) {
    response.type = type;
    response.body = std::move(body);
  };
  if (!admits(request)) {
    response.status = 403;
    say("text/plain", "the address that mortise_rt has printed has a token\n");
  } else if (request.path == "/") {
    if (!settings_.token.empty())
      response.headers +=
          "Set-Cookie: token=" + settings_.token + "; SameSite=Strict; HttpOnly\r\n";
    say("text/html; charset=utf-8", kScopePage);
  } else if (request.path == "/scope.js") {
    say("text/javascript", kScopeScript);
  } else if (request.path == "/signals") {
    say("application/json", signals());
  } else if (request.path == "/data") {
    const std::string text = request.parameter("since");
    std::uint64_t since = 0;
    std::from_chars(text.data(), text.data() + text.size(), since);
    say("application/json", data(since));
  } else {
    response.status = 404;
    say("text/plain", "there is no such page\n");
  }
  return response;
}

std::string Scope::signals() const {
  nlohmann::json list = nlohmann::json::array();
  const auto add = [&](const auto* channels, const char* kind) {
    for (std::uint32_t k = 0; channels != nullptr && k < channels->size(); ++k)
      list.push_back({{"name", channels->Get(k)->name()->str()},
                      {"unit", channels->Get(k)->unit()->str()},
                      {"kind", kind}});
  };
  add(model_.root()->inputs(), "input");
  add(model_.root()->outputs(), "output");
  nlohmann::json names = nlohmann::json::array();
  for (int bit = 0; bit < 32; ++bit) names.push_back(status_name(bit));
  const nlohmann::json all = {{"model", settings_.name},
                              {"run", run_},
                              {"period_s", settings_.period},
                              {"signals", list},
                              {"status", names}};
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string Scope::data(std::uint64_t since) const {
  nlohmann::json t = nlohmann::json::array(), low = t, high = t, work = t, wake_up = t, status = t;
  const std::uint64_t end = trail_.end();
  std::uint64_t from = std::min(std::max(since, trail_.begin()), end);
  if (end - from > kAtOnce) from = end - kAtOnce;
  for (std::uint64_t k = from; k < end; ++k) {
    const Trail::Entry& e = trail_.at(k);
    t.push_back(static_cast<double>(e.first - 1) * settings_.period);
    low.push_back(numbers(e.low));
    high.push_back(numbers(e.high));
    work.push_back(e.work_us);
    wake_up.push_back(e.wake_up_us);
    status.push_back(e.status);
  }
  const nlohmann::json all = {{"run", run_},
                              {"next", end},
                              {"t", std::move(t)},
                              {"low", std::move(low)},
                              {"high", std::move(high)},
                              {"work_us", std::move(work)},
                              {"wake_up_us", std::move(wake_up)},
                              {"status", std::move(status)},
                              {"ticks", progress_.ticks.load()},
                              {"overruns", progress_.overruns.load()},
                              {"lost", ring_.lost()}};
  return all.dump();
}

}  // namespace mortise::targets
