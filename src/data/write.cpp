#include "data/write.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "data/file_type.h"
#include "data/gzip.h"
#include "data/pack.h"
#include "data/storage.h"
#include "support/diagnostics.h"
#include "support/files.h"

namespace scorchc::data {
namespace {

static_assert(std::endian::native == std::endian::little, "the bytes of a .npy file are written in native order");

template <class T>
void append_number(std::string& text, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) {  // one spelling for every sign and payload
      text += "nan";
      return;
    }
  }
  char buffer[32];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

/// Appends the 1-based coordinates of an entry, each followed by a blank.
void append_coordinates(std::string& text, const std::int64_t* at, std::size_t order) {
  for (std::size_t mode = 0; mode < order; ++mode) {
    append_number(text, at[mode] + 1);
    text += ' ';
  }
}

const char* field(const Values& values) { return is_floating(value_type(values)) ? "real" : "integer"; }

std::string sizes(const std::vector<std::int64_t>& dimensions) {
  const std::size_t order = dimensions.size();
  return std::to_string(order > 0 ? dimensions[0] : 1) + " " + std::to_string(order > 1 ? dimensions[1] : 1);
}

std::string print_coordinate(const CoordinateList& list) {
  std::string text = std::string("%%MatrixMarket matrix coordinate ") + field(list.values) + " general\n" +
                     sizes(list.dimensions) + " " + std::to_string(list.count()) + "\n";
  const std::size_t order = list.order();
  std::visit(
      [&](const auto& array) {
        for (std::size_t entry = 0; entry < array.size(); ++entry) {
          append_coordinates(text, list.coordinates.data() + entry * order, order);
          for (std::size_t mode = order; mode < 2; ++mode) text += "1 ";
          append_number(text, array[entry]);
          text += '\n';
        }
      },
      list.values);
  return text;
}

std::string print_array(const DenseArray& dense) {
  std::string text =
      std::string("%%MatrixMarket matrix array ") + field(dense.values) + " general\n" + sizes(dense.dimensions) + "\n";
  const auto columns = static_cast<std::size_t>(dense.dimensions.size() > 1 ? dense.dimensions[1] : 1);
  std::visit(
      [&](const auto& array) {
        const std::size_t rows = columns == 0 ? 0 : array.size() / columns;
        for (std::size_t column = 0; column < (rows == 0 ? 0 : columns); ++column) {
          for (std::size_t row = 0; row < rows; ++row) {
            append_number(text, array[row * columns + column]);
            text += '\n';
          }
        }
      },
      dense.values);
  return text;
}

/// Returns a list as an array. Packing into the dense format sums duplicates and checks the size.
DenseArray densified(const CoordinateList& list) {
  const Format format = dense_format(static_cast<int>(list.order()), value_type(list.values));
  return std::get<DenseArray>(unpack(pack(list, format)));
}

const char* npy_type(ValueType type) {
  switch (type) {
    case ValueType::f32:
      return "<f4";
    case ValueType::f64:
      return "<f8";
    case ValueType::i32:
      return "<i4";
    case ValueType::i64:
      break;
  }
  return "<i8";
}

}  // namespace

std::string print_matrix_market(const Tensor& tensor) {
  const std::size_t order = dimensions(tensor).size();
  if (order > 2) {
    fail(Code::data_order, {},
         "a Matrix Market file holds only matrices, but this tensor has order " + std::to_string(order),
         "use .tns or .npy");
  }
  if (const auto* list = std::get_if<CoordinateList>(&tensor)) return print_coordinate(*list);
  return print_array(std::get<DenseArray>(tensor));
}

std::string print_tns(const Tensor& tensor) {
  const std::vector<std::int64_t>& extents = dimensions(tensor);
  std::string text = "# dims:";
  for (const std::int64_t extent : extents) {
    text += ' ';
    append_number(text, extent);
  }
  text += '\n';
  const auto* list = std::get_if<CoordinateList>(&tensor);
  std::vector<std::int64_t> at(extents.size(), 0);  // coordinates of an array's component
  std::visit(
      [&](const auto& array) {
        for (std::size_t entry = 0; entry < array.size(); ++entry) {
          append_coordinates(text, list ? list->coordinates.data() + entry * at.size() : at.data(), at.size());
          append_number(text, array[entry]);
          text += '\n';
          for (std::size_t mode = at.size(); mode-- > 0;) {
            if (++at[mode] < extents[mode]) break;
            at[mode] = 0;
          }
        }
      },
      values(tensor));
  return text;
}

std::string print_npy(const Tensor& tensor) {
  if (const auto* list = std::get_if<CoordinateList>(&tensor)) return print_npy(densified(*list));
  const auto& array = std::get<DenseArray>(tensor);
  std::string header =
      std::string("{'descr': '") + npy_type(value_type(array.values)) + "', 'fortran_order': False, 'shape': (";
  for (const std::int64_t extent : array.dimensions) header += std::to_string(extent) + ",";
  if (array.dimensions.size() > 1) header.pop_back();  // Python writes (3,) but (3,4)
  header += "), }";
  // The data start at a multiple of 64 bytes, and the header ends with a newline. It is short: 16 modes take 350 bytes.
  constexpr std::size_t preamble = 10;
  header.append(63 - (preamble + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  std::visit(
      [&](const auto& values) {
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]);
      },
      array.values);
  return bytes;
}

std::string print_file(const std::string& path, const Tensor& tensor) {
  const FileType type = output_type(path);
  return within_memory({}, [&] {
    std::string bytes = type.content == FileContent::mtx   ? print_matrix_market(tensor)
                        : type.content == FileContent::tns ? print_tns(tensor)
                                                           : print_npy(tensor);
    return type.compressed ? gzip(bytes) : bytes;
  });
}

void write_tensor(const std::string& path, const Tensor& tensor) { write_file(path, print_file(path, tensor)); }

}  // namespace scorchc::data
