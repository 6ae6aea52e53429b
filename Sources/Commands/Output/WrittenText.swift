import Bytes
import Cells
import Entities

/// Escapes text from notes in a line that another program reads.
///
/// Like the screen, it escapes only what would end the line or the field, or control a terminal. So
/// a path with an emoji stays usable, and no name can do harm.
enum PlainLine {
  static func of(_ bytes: [UInt8]) -> String {
    if isAsItIs(bytes.span) { return String(decoding: bytes, as: UTF8.self) }
    var line = ""
    var index = 0
    while index < bytes.count {
      let (scalar, length) = UTF8Scalars.decode(bytes.span, at: index)
      if let scalar {
        if Cells.steers(scalar) {
          line += Cells.escape(for: scalar)
        } else {
          line.unicodeScalars.append(scalar)
        }
      } else {
        line += Cells.escape(forByte: bytes[index])
      }
      index += length
    }
    return line
  }

  /// Whether nothing has to be escaped.
  static func isAsItIs(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      if (0x20..<0x7f).contains(bytes[index]) {
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalars.decode(bytes, at: index)
      guard let scalar, !Cells.steers(scalar) else { return false }
      index += length
    }
    return true
  }
}

/// Text that is safe to write to a terminal outside the screen, whatever names are in it.
package enum TerminalText {
  /// Preserves line breaks and escapes everything else that could control the terminal.
  package static func safe(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Cells.visible(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }
}

enum WrittenTime {
  /// Returns the local time: `2026-03-02 10:30`.
  static func onWall(_ moment: Timestamp, _ clock: any WallClock) -> String {
    withBytes(onWall: moment, clock) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same without creating a string, because each row of a list has a time.
  static func withBytes<Value>(
    onWall moment: Timestamp, _ clock: any WallClock,
    _ use: (UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value {
    let time = clock.civil(moment)
    let form: StaticString = "0000-00-00 00:00"
    guard (0...9999).contains(time.year) else {
      var text = time.shortText()
      return text.withUTF8(use)
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: form.utf8CodeUnitCount) {
      buffer in
      for index in 0..<form.utf8CodeUnitCount { buffer[index] = form.utf8Start[index] }
      write(time.year, into: buffer, 0..<4)
      write(time.month, into: buffer, 5..<7)
      write(time.day, into: buffer, 8..<10)
      write(time.hour, into: buffer, 11..<13)
      write(time.minute, into: buffer, 14..<16)
      return use(UnsafeBufferPointer(buffer))
    }
  }

  private static func write(
    _ number: Int, into buffer: UnsafeMutableBufferPointer<UInt8>, _ columns: Range<Int>
  ) {
    var rest = number
    for index in columns.reversed() {
      buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

/// Adapts the program's own texts to the locale: without UTF-8, typographic characters are replaced
/// with ASCII ones. Names and texts of notes in results are not changed.
package struct UserDictionary: Sendable {
  private let isUTF8: Bool

  /// For locales that can show every character.
  static let unchanged = UserDictionary(isUTF8: true)

  private init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// Chooses by the same rule as the screen.
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "@" } ?? "C.UTF-8"
    let parts = name.split(separator: ".", maxSplits: 1)
    isUTF8 =
      parts.count < 2
      ? !["C", "POSIX"].contains(name) : ["utf-8", "utf8"].contains(parts[1].lowercased())
  }

  /// Returns a name or a line of a note for display: characters that the locale does not have are
  /// escaped, as in `ls`.
  func spelledOut(_ text: String) -> String {
    if isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.unicodeScalars.map { $0.isASCII ? String($0) : Cells.escape(for: $0) }.joined()
  }

  package func fit(_ text: String) -> String {
    if isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var fitting = ""
    for scalar in text.unicodeScalars {
      if let sign = Self.signs[scalar] {
        fitting += sign
      } else {
        fitting.unicodeScalars.append(scalar)
      }
    }
    return fitting
  }

  private static let signs: [Unicode.Scalar: String] = [
    "“": "\"", "”": "\"", "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "→": "->", "×": "x",
    "·": "-",
  ]
}
