import TextEngine

/// Rows to read, as vim prints them, with a title.
struct VimListing: Equatable {
  var title: String
  var rows: [String]
}

extension VimMachine {
  /// Shows rows, which `g<` shows again.
  mutating func list(_ title: String, _ rows: [String]) {
    ex.listing = VimListing(title: title, rows: rows)
    effects.append(.list(title: title, rows: rows))
  }

  /// Handles `g<`.
  mutating func listAgain() throws(VimFailure) {
    guard let listing = ex.listing else { throw VimFailure(message: "Nothing was listed yet.") }
    effects.append(.list(title: listing.title, rows: listing.rows))
  }

  /// Shows the lines that commands printed with the last key: one as a message, more as a list.
  mutating func showPrinted() {
    let printed = ex.printed
    ex.printed = []
    if printed.count > 1 {
      list("Lines", printed)
    } else if let line = printed.first {
      effects.append(.say(line))
    }
  }
}

/// Text within a row of a listing.
enum VimListed {
  /// The most bytes of a value that are shown: more than the widest screen has.
  static let most = 1_000

  /// Returns bytes as vim prints them: control characters as `^X`. A long text is cut.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    var shown: [UInt8] = []
    for byte in bytes {
      // Never within a character.
      if shown.count >= most, byte < 0x80 || byte >= 0xc0 { break }
      switch byte {
      case 0..<0x20: shown += [UInt8(ascii: "^"), byte + 0x40]
      case 0x7f: shown += Array("^?".utf8)
      default: shown.append(byte)
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  static func text(_ text: String) -> String { self.text(text.utf8) }

  /// Returns a number at the right of a column.
  static func number(_ number: Int, width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Returns a text at the left of a column.
  static func padded(_ text: String, width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
