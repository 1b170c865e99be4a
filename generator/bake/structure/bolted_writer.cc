#include "generator/bake/structure/bolted_writer.hpp"
