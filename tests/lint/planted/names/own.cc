namespace planted {

namespace {

struct Twin {
  float c;
};

}  // namespace

}  // namespace planted
