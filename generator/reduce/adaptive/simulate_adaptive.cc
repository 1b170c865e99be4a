#include "generator/reduce/adaptive/simulate_adaptive.hpp"

#include <memory>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

void check_adaptive(const FilmCase& d) {
  if (d.film.kind != FilmKind::point || d.film.cavitation != Cavitation::penalty) {
    throw Error(
        d.path, "adaptive reduced models are for impacts on a film with penalty cavitation",
        "use film.kind = \"point\" and film.cavitation = \"penalty\", or run at full order");
  }
}

AdaptiveRun simulate_adaptive(const FilmCase& d, const AdaptiveOptions& options,
                              const Progress& progress, std::vector<std::string>* warnings) {
  check_adaptive(d);
  std::unique_ptr<AdaptiveFilm> film;
  AdaptiveRun result;
  result.run = simulate_film(d, progress, warnings, [&](FilmSystem* full) {
    film = std::make_unique<AdaptiveFilm>(full, options);
    return film.get();
  });
  result.counts = film->counts();
  return result;
}

}  // namespace mortise::gen
