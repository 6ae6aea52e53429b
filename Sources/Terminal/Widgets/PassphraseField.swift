import Cells
package import Secrets

/// A secret being typed: its bytes as they came, shown as one dot a character unless the person wants
/// to see them. Nothing of it ever becomes a `String` as a whole.
@MainActor
package struct PassphraseField {
  private var typed = TypedSecret()
  /// Whether the person wants to see it.
  package var isShown = false

  package init() {}

  /// How many characters were typed.
  package var count: Int { typed.characterCount }

  /// What was typed so far; do not store it.
  package var secret: TypedSecret { typed }

  /// Takes a key or a paste; false where it means nothing here.
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
      // A passphrase is one line, and copying it often takes the line's end along.
      typed.append(pasted.prefix { $0 != 0x0a && $0 != 0x0d })
    case .mouse, .resize, .sync, .closed:
      return false
    }
    return true
  }

  /// Hands over what was typed and is empty.
  package mutating func take() -> TypedSecret {
    defer { typed = TypedSecret() }
    return typed
  }

  /// Lets go of what was typed.
  package mutating func wipe() { typed.wipe() }

  /// Draws what fits of its end and answers with the cursor's column.
  package func draw(on canvas: Canvas, row: Int, width: Int) -> Int {
    canvas.fill(row: row, width: width, canvas.theme[.field])
    guard isShown else {
      let dots = min(count, width - 1)
      canvas.text(String(repeating: "•", count: dots), row: row, canvas.theme[.field])
      return dots
    }
    let cells = typed.withBytes { SecretCells.width(of: $0) }
    // What does not fit goes out of sight at the left.
    return typed.withBytes { bytes in
      SecretCells.draw(
        bytes, on: canvas, row: row, dropping: max(0, cells - width + 1), canvas.theme[.field])
    }
  }
}

/// Draws secrets letter by letter: no text is made of them that would stay in memory.
@MainActor
package enum SecretCells {
  /// How many cells the whole of it takes.
  package static func width(of bytes: UnsafeRawBufferPointer) -> Int {
    var width = 0
    forEachLetter(of: bytes) { width += Cells.width(of: $0) }
    return width
  }

  /// Answers with the column behind the last; the first `dropped` cells are left out.
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
