package import Entities

/// The notes of a vault that were opened last.
package struct RecentNotes: Equatable, Sendable {
  /// The latest first; some may be gone by now.
  package private(set) var notes: [NoteID]
  package static let most = 30

  package init(_ notes: [NoteID] = []) { self.notes = Array(notes.prefix(Self.most)) }

  package mutating func open(_ note: NoteID) {
    notes = Array(([note] + notes.filter { $0 != note }).prefix(Self.most))
  }

  /// Renames notes without changing their order.
  package mutating func follow(_ moves: [NoteMove]) { notes = moves.following(notes, \.self) }
}

extension [NoteMove] {
  /// Returns the items with renamed notes. Items of a note whose name was reused are dropped.
  func following<Item>(_ items: [Item], _ note: WritableKeyPath<Item, NoteID>) -> [Item] {
    let targets = Dictionary(map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    let taken = Set(targets.values)
    return items.compactMap { item in
      guard let target = targets[item[keyPath: note]] else {
        return taken.contains(item[keyPath: note]) ? nil : item
      }
      var item = item
      item[keyPath: note] = target
      return item
    }
  }
}
