import Cells

/// A one-line text field with the usual editing keys.
package struct TextField: Equatable, Sendable {
  package private(set) var text: String
  /// The cursor's position in visible characters.
  package private(set) var cursor: Int
  /// Whether the text is an untouched proposal, which typing replaces.
  package private(set) var isProposed: Bool

  package init(_ text: String = "", isProposed: Bool = false) {
    self.text = text
    self.isProposed = isProposed && !text.isEmpty
    cursor = text.count
  }

  /// Handles a key or a paste; false if it means nothing to a field.
  package mutating func handle(_ event: InputEvent) -> Bool {
    if isProposed, event.isText { self = TextField() }
    guard take(event) else { return false }
    isProposed = false
    return true
  }

  /// Makes a proposal the text: what is typed next is inserted at the cursor.
  package mutating func acceptProposal() { isProposed = false }

  /// Moves the cursor to a mouse click in a field that is drawn at `column`.
  package mutating func click(at mouse: Int, from column: Int, width: Int) {
    isProposed = false
    let before = glyphsBeforeCursor(fitting: width).count
    let shown = Cells.glyphs(in: String(text.dropFirst(cursor - before)))
    var (count, at) = (cursor - before, column)
    // A click on the right half of a wide letter goes after it.
    for glyph in shown {
      if at + (glyph.width + 1) / 2 > mouse { break }
      at += glyph.width
      count += 1
    }
    cursor = min(count, text.count)
  }

  private mutating func take(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let bytes):
      let pasted = String(decoding: bytes, as: UTF8.self)
      insert(String(pasted.map { $0.isNewline ? " " : $0 }))
      return true
    default: return false
    }
  }

  private mutating func handle(_ key: Key) -> Bool {
    if let character = key.typed {
      insert(String(character))
      return true
    }
    guard let command = Self.commands[key] else { return false }
    switch command {
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .start: cursor = 0
    case .end: cursor = text.count
    case .removeBefore: remove(from: cursor - 1, to: cursor)
    case .removeBehind: remove(from: cursor, to: cursor + 1)
    case .removeStart: remove(from: 0, to: cursor)
    case .removeRest: remove(from: cursor, to: text.count)
    case .removeWord: remove(from: startOfWord, to: cursor)
    }
    return true
  }

  private enum Command {
    case left, right, start, end
    case removeBefore, removeBehind, removeStart, removeRest, removeWord
  }

  private static let commands: [Key: Command] = [
    "Left": .left, "C-b": .left, "Right": .right, "C-f": .right,
    "Home": .start, "C-a": .start, "End": .end, "C-e": .end,
    "Backspace": .removeBefore, "Del": .removeBehind,
    "C-u": .removeStart, "C-k": .removeRest, "C-w": .removeWord,
  ]

  private var startOfWord: Int {
    let characters = Array(text)
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  private mutating func insert(_ new: String) {
    let index = text.index(text.startIndex, offsetBy: cursor)
    let before = text[..<index] + new
    let after = text[index...]
    // Counted in the joined text, because a combining mark joins the character before it.
    cursor = before.count
    text = String(before + after)
    cursor = min(cursor, text.count)
  }

  private mutating func remove(from start: Int, to end: Int) {
    guard start >= 0, end <= text.count, start < end else { return }
    let lower = text.index(text.startIndex, offsetBy: start)
    let upper = text.index(text.startIndex, offsetBy: end)
    text.removeSubrange(lower..<upper)
    cursor = start
  }

  /// Returns as much of the text before the cursor as fits.
  private func glyphsBeforeCursor(fitting width: Int) -> [Glyph] {
    var glyphs = Cells.glyphs(in: String(text.prefix(cursor)))
    var used = glyphs.reduce(0) { $0 + $1.width }
    while used >= max(1, width), !glyphs.isEmpty { used -= glyphs.removeFirst().width }
    return glyphs
  }

  /// Returns the cursor's column in a field that begins at `column`.
  package func cursorColumn(from column: Int, width: Int) -> Int {
    glyphsBeforeCursor(fitting: width).reduce(column) { $0 + $1.width }
  }

  /// Draws the part around the cursor and returns the cursor's column. `isActive`: the field has
  /// the focus.
  @MainActor
  @discardableResult
  package func draw(
    on canvas: Canvas, row: Int, column: Int, width: Int, isActive: Bool = true
  ) -> Int {
    canvas.fill(row: row, column: column, width: width, canvas.theme[.field])
    let style = canvas.theme[isProposed && isActive ? .selection : .field]
    var at = column
    for glyph in glyphsBeforeCursor(fitting: width) {
      canvas.glyph(glyph, row: row, column: at, style)
      at += glyph.width
    }
    canvas.text(
      String(text.dropFirst(cursor)), row: row, column: at, canvas.theme[.field],
      limit: column + width - at)
    return at
  }
}

extension InputEvent {
  /// Whether the event inserts text at the cursor.
  fileprivate var isText: Bool {
    switch self {
    case .key(let key): key.typed != nil
    case .paste: true
    default: false
    }
  }
}

extension String {
  /// Returns the end of the text with a sign for the omitted part, because the text next to a
  /// change matters more than the line's beginning.
  package func end(fitting width: Int) -> String {
    if Cells.width(of: self) <= width { return self }
    var used = 1
    let visible = Cells.glyphs(in: self).reversed().prefix { glyph in
      used += glyph.width
      return used <= width
    }
    return "…" + visible.reversed().map(\.text).joined()
  }
}
