// Provides a vector of declarations with a hash index by name. A statement may have thousands of tensors.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scorchc {

/// A vector of `Declaration`, which has a member `name`. The name must not change while the declaration is in the list.
/// find() returns the first declaration of a name.
template <class Declaration>
class NamedList {
 public:
  using iterator = typename std::vector<Declaration>::iterator;
  using const_iterator = typename std::vector<Declaration>::const_iterator;

  NamedList() = default;
  NamedList(std::initializer_list<Declaration> all) : list_(all) { index_all(); }

  iterator begin() { return list_.begin(); }
  iterator end() { return list_.end(); }
  const_iterator begin() const { return list_.begin(); }
  const_iterator end() const { return list_.end(); }
  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  Declaration& front() { return list_.front(); }
  const Declaration& front() const { return list_.front(); }
  Declaration& back() { return list_.back(); }
  const Declaration& back() const { return list_.back(); }
  Declaration& operator[](std::size_t place) { return list_[place]; }
  const Declaration& operator[](std::size_t place) const { return list_[place]; }

  void push_back(Declaration declaration) {
    list_.push_back(std::move(declaration));
    if (2 * list_.size() > slots_.size()) return index_all();
    index(list_.size() - 1);
  }
  void insert(const_iterator place, Declaration declaration) {
    list_.insert(place, std::move(declaration));
    index_all();
  }
  template <std::input_iterator Iterator>
  void insert(const_iterator place, Iterator first, Iterator last) {
    list_.insert(place, first, last);
    index_all();
  }
  void clear() {
    list_.clear();
    slots_.clear();
  }
  template <class Condition>
  friend std::size_t erase_if(NamedList& list, const Condition& condition) {
    const std::size_t erased = std::erase_if(list.list_, condition);
    if (erased > 0) list.index_all();
    return erased;
  }

  const Declaration* find(std::string_view name) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t slot = first_slot(name);; slot = next(slot)) {
      if (slots_[slot] == 0) return nullptr;
      const Declaration& found = list_[slots_[slot] - 1];
      if (found.name == name) return &found;
    }
  }

 private:
  // Open addressing with linear probing, in the order of the list. Names are short and looked up very often, so the
  // hash is computed inline, without a division.
  std::size_t first_slot(std::string_view name) const {
    std::size_t mixed = 0;
    for (const char letter : name) mixed = 31 * mixed + static_cast<unsigned char>(letter);
    return mixed & (slots_.size() - 1);
  }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  void index(std::size_t place) {
    std::size_t slot = first_slot(list_[place].name);
    while (slots_[slot] != 0) slot = next(slot);
    slots_[slot] = static_cast<std::uint32_t>(place + 1);
  }
  void index_all() {
    slots_.assign(list_.empty() ? 0 : std::bit_ceil(4 * list_.size()), 0);
    for (std::size_t place = 0; place < list_.size(); ++place) index(place);
  }

  std::vector<Declaration> list_;
  // Indices into the list plus 1; 0 is a free slot. The size is a power of two, and at most half of the slots are used.
  std::vector<std::uint32_t> slots_;
};

}  // namespace scorchc
