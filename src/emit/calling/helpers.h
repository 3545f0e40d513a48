// Functions for a kernel's tensors that stand beside it on request (`--with`): what is wrong with one, one made of a
// list of entries, the entries of one. They are C functions over the kernel's structs.
#pragma once

#include <string>

#include "emit/cpp_shared.h"
#include "emit/writer.h"
#include "ir/interface.h"

namespace scorchc::emit {

/// Their prototypes, for the header, with the types that they need.
std::string helper_declarations(const Interface& interface);
std::string helper_definitions(const Interface& interface, SharedBlocks& shared);

/// The types of `validate` in every header that declares one. C11 and C++17.
std::string_view fault_block();

// What they are made of, for a struct behind a pointer `tensor`: `levels`, the table of its levels; `arrays`, its
// arrays by level; `names`, theirs; and what finds out whether they fit together.
void write_level_table(const InterfaceTensor& tensor, Writer& writer);
void write_level_arrays(const InterfaceTensor& tensor, Writer& writer);
void write_level_names(const InterfaceTensor& tensor, Writer& writer);
std::string validator(const InterfaceTensor& tensor);

/// Packing under a name of the caller's choice, for programs that make their own inputs: `static` functions
/// `pack_A(dimension, count, coordinates, values, A, context)` and `free_A(A, context)`.
void write_pack(const InterfaceTensor& tensor, const std::string& head_of_pack, const std::string& head_of_free,
                Writer& writer, SharedBlocks& shared);
std::string pack_head(const InterfaceTensor& tensor, const std::string& symbol, const std::string& scope = {});
std::string free_head(const InterfaceTensor& tensor, const std::string& symbol, const std::string& scope = {});

}  // namespace scorchc::emit
