// Prints helper functions for a kernel's tensors (`--with`): validate a tensor, pack one from a list of entries, unpack
// one into such a list. They are C functions over the kernel's structs.
#pragma once

#include <string>

#include "embed/shared_blocks.h"
#include "emit/writer.h"
#include "ir/interface.h"

namespace scorchc::emit {

/// The prototypes for the header, with the types that they need; empty if there are no helpers.
std::string helper_declarations(const Interface& interface);
std::string helper_definitions(const Interface& interface, SharedBlocks& shared);

/// The types that `validate` uses, for every header that declares one. C11 and C++17.
std::string fault_block();

// Declarations for a struct behind a pointer `tensor`: `levels`, the table of its levels; `arrays`, its arrays by
// level; `names`, the names of these. `validator` is an expression for a validator of all three.
void write_level_table(const InterfaceTensor& tensor, Writer& writer);
void write_level_arrays(const InterfaceTensor& tensor, Writer& writer);
void write_level_names(const InterfaceTensor& tensor, Writer& writer);
std::string validator(const InterfaceTensor& tensor);

/// Writes pack and free functions with heads of the caller's choice, also for programs that make their own inputs:
/// `pack_A(dimension, count, coordinates, values, A, context)` and `free_A(A, context)`.
void write_pack(const InterfaceTensor& tensor, const std::string& head_of_pack, const std::string& head_of_free,
                Writer& writer, SharedBlocks& shared);
std::string pack_head(const InterfaceTensor& tensor, const std::string& symbol, const std::string& scope = {});
std::string free_head(const InterfaceTensor& tensor, const std::string& symbol, const std::string& scope = {});

}  // namespace scorchc::emit
