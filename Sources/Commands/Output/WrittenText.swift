import Bytes
import Cells
import Entities
import Services

/// Text of notes as part of a line that another program reads.
///
/// Everything stays as it is but what would end the line, the field, or steer a terminal: that is
/// spelled out as on the screen. So a path with an emoji can be used, and no name can do harm.
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

  /// Whether nothing in it has to be spelled out.
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

/// What may be written to a terminal past the screen, whatever names are in it.
package enum TerminalText {
  /// Lines stay lines; all else that would steer the terminal is spelled out.
  package static func safe(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Cells.visible(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }
}

/// Moments as text.
enum WrittenTime {
  /// `2026-03-02 10:30`, on the person's own wall.
  static func onWall(_ moment: Timestamp, _ clock: any WallClock) -> String {
    withBytes(onWall: moment, clock) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same without making a string: a list has a time in each row.
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

/// What the program itself says, as the locale can show it: where that has no letters beyond ASCII, the
/// signs in it are written as other programs write them there. Names and texts of notes are not touched
/// where they are results.
package struct UserDictionary: Sendable {
  private let isUTF8: Bool

  /// Where every letter can be shown.
  static let unchanged = UserDictionary(isUTF8: true)

  private init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// By the rule that the screen chooses its letters by.
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "@" } ?? "C.UTF-8"
    let parts = name.split(separator: ".", maxSplits: 1)
    isUTF8 =
      parts.count < 2
      ? !["C", "POSIX"].contains(name) : ["utf-8", "utf8"].contains(parts[1].lowercased())
  }

  /// A name or a line of a note, where it is shown to a person: letters that the locale does not have are
  /// spelled out, as ls does.
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
