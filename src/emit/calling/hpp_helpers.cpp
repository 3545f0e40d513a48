// Prints the members of NAME.hpp's classes that own, check, validate, pack and unpack tensors.
#include "emit/calling/hpp_parts.h"
#include "emit/calling/parts.h"

namespace scorchc::emit {
namespace {

const InterfaceHelper* find_helper(const Interface& interface, const InterfaceTensor& tensor, std::string_view does) {
  for (const InterfaceHelper& helper : interface.helpers)
    if (helper.does == does && helper.tensor == tensor.name) return &helper;
  return nullptr;
}

/// Compares each array's length with what the levels above it require. `refuse` gets a condition, the fault if it
/// holds, and the name of the array.
template <class Refuse>
void compare_lengths(const InterfaceTensor& tensor, Writer& writer, const Refuse& refuse) {
  writer.line("std::int64_t entries = 1;");
  for (const InterfaceLevel& level : tensor.levels) {
    if (!level.crd) {
      refuse("!scorch_hpp::multiply(entries, " + level_extent_text(level) + ")", "TOO_LARGE", tensor.vals.name);
      continue;
    }
    const std::string crd_length = level.crd->name + "_length_";
    if (level.pos) {
      refuse(level.pos->name + "_length_ <= entries", "ARRAY_TOO_SHORT", level.pos->name);
      writer.line("entries = c_." + level.pos->name + "[entries];");
      refuse("entries < 0", "FALLING_POSITION", level.pos->name);
    } else if (!level.continues_run) {
      writer.line("entries = " + crd_length + ";");
    }
    refuse(crd_length + " < entries", "ARRAY_TOO_SHORT", level.crd->name);
  }
  refuse(tensor.vals.name + "_length_ < entries", "ARRAY_TOO_SHORT", tensor.vals.name);
}

void write_lengths_fault(const InterfaceTensor& tensor, Writer& writer) {
  writer.comment("Finds the first array that is too short for the dimensions and positions.");
  writer.open("scorch_fault lengths() const noexcept");
  for (std::size_t mode = 0; mode < tensor.order(); ++mode) {
    const std::string number = std::to_string(mode);
    writer.line("if (c_.dimension[" + number + "] < 0) return {SCORCH_NEGATIVE_DIMENSION, \"dimension\", " + number +
                "};");
  }
  compare_lengths(tensor, writer, [&](const std::string& condition, const std::string& kind, const std::string& array) {
    writer.line("if (" + condition + ") return {SCORCH_" + kind + ", \"" + array + "\", 0};");
  });
  writer.line("return {SCORCH_VALID, \"\", 0};");
  writer.close();
}

void write_hpp_validate(const InterfaceTensor& tensor, const InterfaceHelper& helper, Writer& writer) {
  writer.comment("Checks the format. `fault`, unless null, receives the first violation.");
  writer.open("[[nodiscard]] scorch_fault_kind validate(scorch_fault* fault = nullptr) const noexcept");
  if (tensor.is_assembled()) {
    writer.line("return ::" + helper.symbol + "(&c_, fault);");
  } else {
    writer.line("const scorch_fault found = lengths();");
    writer.line("if (found.kind == SCORCH_VALID) return ::" + helper.symbol + "(&c_, fault);");
    writer.line("if (fault != nullptr) *fault = found;");
    writer.line("return found.kind;");
  }
  writer.close();
}

void write_hpp_unpack(const InterfaceTensor& tensor, const InterfaceHelper& helper, Writer& writer) {
  const std::string order = std::to_string(tensor.order());
  writer.comment(
      "Writes the stored components, including stored zeros, in storage order: one list of coordinates per mode and "
      "one of values. Throws std::bad_alloc.");
  writer.open("[[nodiscard]] scorch_status unpack(std::array<std::vector<std::int64_t>, " + order +
              ">& coordinates, std::vector<" + std_name(tensor.vals.type) + ">& values) const");
  if (!tensor.is_assembled()) writer.line("if (check() != SCORCH_OK) return SCORCH_SHAPE_MISMATCH;");
  writer.line("values.resize(static_cast<std::size_t>(::" + helper.symbol + "(&c_, nullptr, nullptr)));");
  writer.line("std::array<std::int64_t*, " + order + "> lists = {};");
  writer.open("for (std::size_t mode = 0; mode < lists.size(); ++mode)");
  writer.line("coordinates[mode].resize(values.size());");
  writer.line("lists[mode] = coordinates[mode].data();");
  writer.close();
  writer.line("::" + helper.symbol + "(&c_, lists.data(), values.data());");
  writer.line("return SCORCH_OK;");
  writer.close();
}

/// The member that returns a view of a packed operand, with the lengths that its positions give.
void write_view_of_packed(const InterfaceTensor& tensor, Writer& writer) {
  writer.comment("A view of the arrays. It must not outlive this object.");
  writer.open(view_name(tensor) + " view() const noexcept");
  const bool needs_count = !tensor.levels.front().crd || tensor.levels.front().pos;
  writer.line(std::string("std::int64_t entries = ") + (needs_count ? "1" : "c_." + root_entries(tensor)->name) + ";");
  const auto span = [&](const InterfaceField& field, const std::string& count) {
    writer.line("const std::span<const " + std_name(field.type) + "> " + field.name + " = scorch_hpp::stored(c_." +
                field.name + ", " + count + ");");
  };
  for (const InterfaceLevel& level : tensor.levels) {
    if (!level.crd) {
      writer.line("entries *= " + level_extent_text(level) + ";");
      continue;
    }
    if (level.pos) {
      span(*level.pos, "entries + 1");
      writer.line("entries = " + level.pos->name + ".empty() ? 0 : static_cast<std::int64_t>(" + level.pos->name +
                  ".back());");
    }
    span(*level.crd, "entries");
  }
  span(tensor.vals, "entries");
  std::string arguments = "{" + dimensions_text(tensor) + "}";
  for (const InterfaceField& array : arrays_of(tensor)) arguments += ", " + array.name;
  writer.line("return " + view_name(tensor) + "(" + arguments + ");");
  writer.close();
}

}  // namespace

void write_moves(const std::string& name, const std::string& release, Writer& writer) {
  writer.line(name + "() noexcept = default;");
  writer.line(name + "(" + name + "&& other) noexcept { swap(other); }");
  writer.open(name + "& operator=(" + name + "&& other) noexcept");
  writer.line("swap(other);");
  writer.line("return *this;");
  writer.close();
  writer.line("~" + name + "() { " + release + "; }");
  writer.blank();
}

void write_owned(const std::string& name, const InterfaceTensor& tensor, Writer& writer) {
  writer.open("void swap(" + name + "& other) noexcept");
  writer.line("std::swap(c_, other.c_);");
  writer.line("std::swap(context_, other.context_);");
  writer.close();
  writer.line("::" + tensor.struct_name + " c_ = {};");
  writer.line("scorch_context context_ = {};");
  writer.close(";");
}

void write_check(const Interface& interface, const InterfaceTensor& tensor, Writer& writer) {
  writer.comment("SCORCH_SHAPE_MISMATCH if an array is too short for the dimensions and positions.");
  if (find_helper(interface, tensor, "validate")) {
    writer.open("[[nodiscard]] scorch_status check() const noexcept");
    writer.line("return lengths().kind == SCORCH_VALID ? SCORCH_OK : SCORCH_SHAPE_MISMATCH;");
    writer.close();
    write_lengths_fault(tensor, writer);
    return;
  }
  writer.open("[[nodiscard]] scorch_status check() const noexcept");
  compare_lengths(tensor, writer, [&](const std::string& condition, const std::string&, const std::string&) {
    writer.line("if (" + condition + ") return SCORCH_SHAPE_MISMATCH;");
  });
  writer.line("return SCORCH_OK;");
  writer.close();
}

void write_looking_helpers(const Interface& interface, const InterfaceTensor& tensor, Writer& writer) {
  if (const InterfaceHelper* helper = find_helper(interface, tensor, "validate"))
    write_hpp_validate(tensor, *helper, writer);
  if (const InterfaceHelper* helper = find_helper(interface, tensor, "unpack"))
    write_hpp_unpack(tensor, *helper, writer);
}

void write_packed(const Interface& interface, const InterfaceTensor& tensor, Writer& writer) {
  const InterfaceHelper* pack = find_helper(interface, tensor, "pack");
  if (!pack || !tensor.is_operand()) return;  // a dense result has `y_result`
  const std::string name = tensor.name + "_packed", order = std::to_string(tensor.order());
  writer.blank();
  writer.comment(tensor.name + " in arrays of its own, packed from a list of entries");
  writer.open("class " + name);
  writer.raw(" public:");
  write_moves(name, "release()", writer);
  writer.comment(
      "Packs entries in any order: one list of coordinates per mode and one of values; values at equal coordinates are "
      "added up. SCORCH_SHAPE_MISMATCH: lists of different lengths, or a coordinate out of range. Releases what this "
      "object held before; keeps a copy of the context.");
  writer.open("[[nodiscard]] scorch_status pack(const " + dimensions_type(tensor) +
              "& dimension, const std::array<std::span<const std::int64_t>, " + order +
              ">& coordinates, std::span<const " + std_name(tensor.vals.type) +
              "> values, const scorch_context* context = nullptr) noexcept");
  writer.line("release();");
  writer.line("context_ = context == nullptr ? scorch_context{} : *context;");
  writer.line("std::array<const std::int64_t*, " + order + "> lists = {};");
  writer.open("for (std::size_t mode = 0; mode < lists.size(); ++mode)");
  writer.line("if (coordinates[mode].size() != values.size()) return SCORCH_SHAPE_MISMATCH;");
  writer.line("lists[mode] = coordinates[mode].data();");
  writer.close();
  writer.line("const scorch_status status = ::" + pack->symbol +
              "(dimension.data(), scorch_hpp::length(values), lists.data(), values.data(), &c_, &context_);");
  writer.line("if (status != SCORCH_OK) c_ = {};");
  writer.line("return status;");
  writer.close();
  write_view_of_packed(tensor, writer);
  writer.line("operator " + view_name(tensor) + "() const noexcept { return view(); }");
  writer.line("const ::" + tensor.struct_name + "* c() const noexcept { return &c_; }");
  writer.raw("\n private:");
  writer.open("void release() noexcept");
  writer.line("::" + find_helper(interface, tensor, "free")->symbol + "(&c_, &context_);");
  writer.line("c_ = {};");
  writer.close();
  write_owned(name, tensor, writer);
}

}  // namespace scorchc::emit
