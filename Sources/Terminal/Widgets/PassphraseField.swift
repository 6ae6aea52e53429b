import Cells
package import Secrets

/// A secret that is being typed, in bytes, shown as one dot for each character unless the user
/// wants to see it. It never becomes a `String` as a whole.
@MainActor
package struct PassphraseField {
  private var typed = TypedSecret()
  /// Whether the user wants to see the secret.
  package var isShown = false

  package init() {}

  package var count: Int { typed.characterCount }

  /// The secret so far; do not store it.
  package var secret: TypedSecret { typed }

  /// Handles a key or a paste; false if it means nothing here.
  package mutating func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      if let character = key.typed {
        typed.append(character.utf8)
      } else if key == "Backspace" {
        typed.removeLast()
      } else if key == "C-u" {
        wipe()
      } else {
        return false
      }
    case .paste(let pasted):
      // A passphrase is one line, but its line break is often copied too.
      typed.append(pasted.prefix { $0 != 0x0a && $0 != 0x0d })
    case .mouse, .resize, .sync, .closed:
      return false
    }
    return true
  }

  /// Returns the secret and empties the field.
  package mutating func take() -> TypedSecret {
    defer { typed = TypedSecret() }
    return typed
  }

  package mutating func wipe() { typed.wipe() }

  /// Draws as much of the end as fits and returns the cursor's column.
  package func draw(on canvas: Canvas, row: Int, width: Int) -> Int {
    canvas.fill(row: row, width: width, canvas.theme[.field])
    guard isShown else {
      let dots = min(count, width - 1)
      canvas.text(String(repeating: "•", count: dots), row: row, canvas.theme[.field])
      return dots
    }
    let cells = typed.withBytes { SecretCells.width(of: $0) }
    // The beginning scrolls out at the left.
    return typed.withBytes { bytes in
      SecretCells.draw(
        bytes, on: canvas, row: row, dropping: max(0, cells - width + 1), canvas.theme[.field])
    }
  }
}

/// Draws secrets letter by letter, so that no string with the whole text stays in memory.
@MainActor
package enum SecretCells {
  package static func width(of bytes: UnsafeRawBufferPointer) -> Int {
    var width = 0
    forEachLetter(of: bytes) { width += Cells.width(of: $0) }
    return width
  }

  /// Draws without the first `dropped` cells, and returns the column after the last one.
  package static func draw(
    _ bytes: UnsafeRawBufferPointer, on canvas: Canvas, row: Int, dropping dropped: Int = 0,
    _ style: Style
  ) -> Int {
    var column = -dropped
    forEachLetter(of: bytes) { letter in
      let width = Cells.width(of: letter)
      if column >= 0 { canvas.text(letter, row: row, column: column, style) }
      column += width
    }
    return max(0, column)
  }

  private static func forEachLetter(
    of bytes: UnsafeRawBufferPointer, _ body: (String) -> Void
  ) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): body(Cells.visible(String(Character(scalar))))
      case .error: body("?")
      case .emptyInput: return
      }
    }
  }
}
