/// Some lines of a note that can be read without the others.
struct NotePart: Equatable {
  /// The range in the note's bytes.
  var range: Range<Int>
  /// The first line, counted from 0.
  var line: Int
  /// Whether an empty line precedes the part.
  var followsBlank: Bool
  /// Whether the part is shown as it is written, since reading it would take too long.
  var isRaw = false
}

/// The link and footnote definitions of a whole note.
struct Definitions: Equatable, Sendable {
  /// The lines `[label]: target` of the note, by label.
  var links: [[UInt8]: [UInt8]] = [:]
  /// The lines of footnotes, counted from 0, by label.
  var footnotes: [[UInt8]: Int] = [:]

  /// Returns a label in the form that ignores case and the number of blanks.
  static func key(_ label: some Sequence<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    for byte in label {
      if byte == 0x20 || byte == 0x09 || byte == 0x0a {
        if !key.isEmpty, key.last != 0x20 { key.append(0x20) }
      } else {
        key.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      }
    }
    if key.last == 0x20 { key.removeLast() }
    return key
  }
}
