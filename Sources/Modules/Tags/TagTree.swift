/// Which tags are shown: those of the tree that are not folded away, or those that a filter finds.
struct TagTree: Equatable {
  private(set) var rows: [Int] = []
  private var folded: Set<String> = []

  static func depth(of name: String) -> Int { name.utf8.count { $0 == UInt8(ascii: "/") } }

  static func hasBelow(_ index: Int, in tags: [TagItem]) -> Bool {
    index + 1 < tags.count && isBelow(tags[index + 1].name, tags[index].name)
  }

  /// Names in a tree differ in case where they were first written so.
  private static func isBelow(_ name: String, _ parent: String) -> Bool {
    depth(of: name) > depth(of: parent)
  }

  func isFolded(_ tag: TagItem) -> Bool { folded.contains(tag.name) }

  mutating func toggle(_ tag: TagItem) {
    if folded.remove(tag.name) == nil { folded.insert(tag.name) }
  }

  /// Folds all that has tags below it; unfolds all where everything is folded.
  mutating func toggleAll(_ tags: [TagItem]) {
    let parents = tags.indices.filter { Self.hasBelow($0, in: tags) }.map { tags[$0].name }
    folded = folded.isSuperset(of: parents) ? [] : Set(parents)
  }

  mutating func layOut(_ tags: [TagItem], filter: String) {
    rows = []
    if !filter.isEmpty {
      let words = filter.lowercased().split(separator: " ").map(String.init)
      rows = tags.indices.filter { index in
        let name = tags[index].name.lowercased()
        return words.allSatisfy { name.contains($0) }
      }
      return
    }
    var hiddenBelow: Int?
    for (index, tag) in tags.enumerated() {
      let depth = Self.depth(of: tag.name)
      if let hidden = hiddenBelow, depth > hidden { continue }
      hiddenBelow = isFolded(tag) ? depth : nil
      rows.append(index)
    }
  }
}
