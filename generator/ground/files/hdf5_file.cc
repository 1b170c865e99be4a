#include "generator/ground/files/hdf5_file.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <new>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include "generator/ground/files/write_fault.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr haddr_t kPage = 1 << 12;  // [byte]
constexpr haddr_t kLargest = haddr_t{1} << 62;

using Page = std::array<char, kPage>;

// Reads up to `size` bytes at `at`; what the file does not have is zero.
void read_or_zero(int descriptor, haddr_t at, char* bytes, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count =
        pread(descriptor, bytes + done, size - done, static_cast<off_t>(at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  std::memset(bytes + done, 0, size - done);
}

int write_at(int descriptor, haddr_t at, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = pwrite(descriptor, bytes, size, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    at += static_cast<haddr_t>(count);
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return 0;
}

}  // namespace

struct Hdf5File::Bytes {
  int descriptor = -1;
  int refusal = 0;                // errno of the first
  std::map<haddr_t, Page> pages;  // what was written since, by page

  template <class Part>
  void each_part(haddr_t at, std::size_t size, const Part& part) {
    for (std::size_t done = 0; done < size;) {
      const haddr_t inside = (at + done) % kPage;
      const std::size_t count =
          std::min<std::size_t>(size - done, static_cast<std::size_t>(kPage - inside));
      part((at + done) / kPage, static_cast<std::size_t>(inside), done, count);
      done += count;
    }
  }

  void write(haddr_t at, std::size_t size, const char* bytes) {
    if (refusal == 0) refusal = write_at(descriptor, at, bytes, size);
    if (refusal == 0) return;
    each_part(at, size, [&](haddr_t page, std::size_t inside, std::size_t done, std::size_t count) {
      const auto [found, added] = pages.try_emplace(page);
      if (added) read_or_zero(descriptor, page * kPage, found->second.data(), kPage);
      std::memcpy(found->second.data() + inside, bytes + done, count);
    });
  }

  void read(haddr_t at, std::size_t size, char* bytes) {
    read_or_zero(descriptor, at, bytes, size);
    if (pages.empty()) return;
    each_part(at, size, [&](haddr_t page, std::size_t inside, std::size_t done, std::size_t count) {
      const auto found = pages.find(page);
      if (found == pages.end()) return;
      std::memcpy(bytes + done, found->second.data() + inside, count);
    });
  }
};

// What the library asks of a file, in C.
struct Hdf5Driver {
  H5FD_t head;  // the library's own, must come first
  Hdf5File::Bytes* bytes;
  haddr_t end_of_allocation, end_of_file;

  // The property list carries a pointer to the bytes.
  struct Settings {
    Hdf5File::Bytes* bytes;
  };

  static Hdf5Driver* of(H5FD_t* file) { return reinterpret_cast<Hdf5Driver*>(file); }
  static const Hdf5Driver* of(const H5FD_t* file) {
    return reinterpret_cast<const Hdf5Driver*>(file);
  }

  static H5FD_t* open(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*maximum*/) {
    const auto* settings = static_cast<const Settings*>(H5Pget_driver_info(access));
    if (settings == nullptr) return nullptr;
    auto* file = new (std::nothrow) Hdf5Driver{};
    if (file == nullptr) return nullptr;
    file->bytes = settings->bytes;
    return &file->head;
  }

  static herr_t close(H5FD_t* file) {
    delete of(file);
    return 0;
  }

  // As the library's own driver for files: the same bytes come out.
  static herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
  }

  static haddr_t allocated(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return of(file)->end_of_allocation;
  }

  static herr_t allocate(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t end) {
    of(file)->end_of_allocation = end;
    return 0;
  }

  static haddr_t end(const H5FD_t* file, H5FD_mem_t /*type*/) { return of(file)->end_of_file; }

  static herr_t read(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at,
                     std::size_t size, void* bytes) {
    of(file)->bytes->read(at, size, static_cast<char*>(bytes));
    return 0;
  }

  static herr_t write(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at,
                      std::size_t size, const void* bytes) {
    try {
      of(file)->bytes->write(at, size, static_cast<const char*>(bytes));
    } catch (const std::bad_alloc&) {
      return -1;  // of pages after a refusal
    }
    of(file)->end_of_file = std::max<haddr_t>(of(file)->end_of_file, at + size);
    return 0;
  }

  static herr_t truncate(H5FD_t* file, hid_t /*transfer*/, hbool_t /*closing*/) {
    Hdf5Driver* f = of(file);
    if (f->end_of_file == f->end_of_allocation) return 0;
    Hdf5File::Bytes& bytes = *f->bytes;
    if (bytes.refusal == 0 &&
        ftruncate(bytes.descriptor, static_cast<off_t>(f->end_of_allocation)) != 0) {
      bytes.refusal = errno;
    }
    f->end_of_file = f->end_of_allocation;
    return 0;
  }

  static hid_t make() {
    static H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 2)
    driver.version = H5FD_CLASS_VERSION;
    driver.value = static_cast<H5FD_class_value_t>(600);  // of those free for programs
#endif
    driver.name = "descriptor";
    driver.maxaddr = kLargest;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(Settings);
    driver.open = open;
    driver.close = close;
    driver.query = query;
    driver.get_eoa = allocated;
    driver.set_eoa = allocate;
    driver.get_eof = end;
    driver.read = read;
    driver.write = write;
    driver.truncate = truncate;
    const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(map), std::end(map), driver.fl_map);
    return H5FDregister(&driver);
  }
};

Hdf5File::Hdf5File(int descriptor, const std::string& path, hsize_t userblock)
    : path_(path), bytes_(std::make_unique<Bytes>()) {
  static const hid_t driver = Hdf5Driver::make();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  bytes_->descriptor = descriptor;
  const Hdf5Driver::Settings settings{bytes_.get()};
  const hid_t how = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_obj_track_times(how, 0);  // same data, same file
  if (userblock > 0) H5Pset_userblock(how, userblock);
  if (H5Pset_driver(access, driver, &settings) >= 0) {
    id_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, how, access);
  }
  H5Pclose(how);
  H5Pclose(access);
  if (id_ < 0) throw Error(path, "the HDF5 library cannot make it", "write CSV instead");
}

Hdf5File::~Hdf5File() {
  if (id_ >= 0) H5Fclose(id_);
}

void Hdf5File::check() const {
  if (bytes_->refusal != 0) throw_write_fault(path_, "cannot be written", bytes_->refusal);
}

void Hdf5File::close() {
  const hid_t id = id_;
  id_ = -1;
  const bool closed = H5Fclose(id) >= 0;
  check();
  if (!closed) throw Error(path_, "the HDF5 library cannot close it", "write CSV instead");
}

}  // namespace mortise::gen
