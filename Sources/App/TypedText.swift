import Terminal

/// Characters that came at once, one behind the other: a terminal that does not mark what is pasted
/// sends it like keys. As a text they cost what a paste costs, and not what as many keys do.
struct TypedText {
  private(set) var text = ""
  private(set) var keyCount = 0

  /// Nobody types so much between two looks at the keys.
  private static let least = 64

  /// Nil where a person may have pressed the keys, or where the first of them types nothing.
  init?(in events: [InputEvent], from start: Int) {
    if events.count < Self.least { return nil }
    for event in events[start...] {
      guard case .key(let key) = event, let character = key.typed else { break }
      text.append(character)
      keyCount += 1
    }
    if keyCount < 2 { return nil }
  }
}
