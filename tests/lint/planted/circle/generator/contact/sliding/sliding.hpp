#pragma once

#include "generator/contact/film/film.hpp"
