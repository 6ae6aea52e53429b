/// Some of a note's lines that can be read without the others.
struct NotePart: Equatable {
  /// Among the note's bytes.
  var range: Range<Int>
  /// Counted from 0.
  var line: Int
  /// Whether there is an empty line before it.
  var followsBlank: Bool
  /// It would take too long to read: shown as it is written.
  var isRaw = false
}

/// What links and footnotes mean all over a note.
struct Definitions: Equatable, Sendable {
  /// `[label]: target`, each a line of the note, by the label.
  var links: [[UInt8]: [UInt8]] = [:]
  /// The lines of footnotes, counted from 0, by their labels.
  var footnotes: [[UInt8]: Int] = [:]

  /// Labels are the same that differ in case and blanks.
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
