import Terminal

/// The keys in the footer: those of the place as far as there is room, and at the end those that lead
/// to all others.
struct Footer: Equatable {
  struct Item: Equatable {
    var hint: Chrome.Hint
    var columns: Range<Int>
  }

  private(set) var items: [Item] = []

  private static let gap = 2

  /// `general` are the keys that matter in every place. The first key of the place goes before them,
  /// and they before the rest.
  init(_ hints: [Chrome.Hint], general: [Chrome.Hint], width: Int) {
    var room = width - 2 + Self.gap
    func fits(_ hint: Chrome.Hint) -> Bool {
      let wanted = hint.width + Self.gap
      if wanted > room { return false }
      room -= wanted
      return true
    }
    var own = hints.prefix(1).filter(fits)
    let shown = general.filter(fits)
    for hint in hints.dropFirst() {
      guard fits(hint) else { break }
      own.append(hint)
    }
    var column = 1
    for hint in own + shown {
      items.append(Item(hint: hint, columns: column..<(column + hint.width)))
      column += hint.width + Self.gap
    }
  }

  /// The key that is shown at a column.
  func key(at column: Int) -> String? { items.first { $0.columns.contains(column) }?.hint.key }

  /// The keys that lead to all others from a place with this table, as far as it leaves them free.
  static func general(for table: KeyTable?, everywhere: KeyTable, isQuestion: Bool) -> [Chrome.Hint]
  {
    let taken = Set((table?.rows ?? []).flatMap(\.keys))
    let types = table?.typesText ?? false
    return zip(everywhere.rows, AppKeymap.map.bindings).compactMap { row, binding in
      // A question waits for its answer.
      guard binding.command == .help || (binding.command == .palette && !isQuestion) else {
        return nil
      }
      // Where letters are typed, a letter is none; elsewhere it is the shortest.
      let names = row.keys.filter { !types || Key(name: $0)?.typed == nil }
      guard !names.contains(where: taken.contains) else { return nil }
      let name =
        names.first { binding.command == .help && Key(name: $0)?.typed != nil } ?? names.first
      return name.map {
        Chrome.Hint(key: $0, word: binding.command == .help ? "keys" : "commands")
      }
    }
    .reversed()
  }
}

extension Chrome.Hint {
  fileprivate var width: Int { key.count + (word.isEmpty ? 0 : 1 + word.count) }
}
