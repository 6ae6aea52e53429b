import Services
import VaultSettings

/// Which bookmarks are shown: those that are in no folded group.
struct BookmarkTree: Equatable {
  private(set) var rows: [Int] = []
  /// The titles of a group and of those that it is in, so that it stays folded when the file is read
  /// again.
  private var folded: Set<[String]> = []
  private var names: [Int: [String]] = [:]

  func isFolded(_ item: Int) -> Bool { names[item].map(folded.contains) ?? false }

  func isGroup(_ item: Int) -> Bool { names[item] != nil }

  mutating func toggle(_ item: Int) {
    guard let name = names[item] else { return }
    if folded.remove(name) == nil { folded.insert(name) }
  }

  /// Folds all groups; unfolds all where everything is folded.
  mutating func toggleAll() {
    folded = folded.isSuperset(of: names.values) ? [] : Set(names.values)
  }

  mutating func layOut(_ items: [BookmarkItem]) {
    rows = []
    names = [:]
    var above: [String] = []
    var hiddenBelow: Int?
    for (index, item) in items.enumerated() {
      let depth = item.bookmark.depth
      above.removeLast(max(0, above.count - depth))
      if item.bookmark.target == .group {
        above.append(item.title)
        names[index] = above
      }
      if let hidden = hiddenBelow, depth > hidden { continue }
      hiddenBelow = isFolded(index) ? depth : nil
      rows.append(index)
    }
  }
}
