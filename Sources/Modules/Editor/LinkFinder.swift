/// Finds the link to a note that a place in a line is part of: `notes://…` or `[[Note]]`.
enum LinkFinder {
  /// The address to open, or nil where there is no link.
  static func place(in line: [UInt8], at byte: Int) -> String? {
    address(in: line, at: byte) ?? wikiLink(in: line, at: byte)
  }

  private static func address(in line: [UInt8], at byte: Int) -> String? {
    let scheme = Array("notes://".utf8)
    let stops = Set(" \t\"'<>()[]|`".utf8)
    let marks = Set(".,;:!?".utf8)
    for start in starts(of: scheme, in: line) where start <= byte {
      var end = line[(start + scheme.count)...].firstIndex { stops.contains($0) } ?? line.count
      // The sentence around an address may go on or end right behind it.
      while end > start + scheme.count, marks.contains(line[end - 1]) { end -= 1 }
      if byte <= end { return String(decoding: line[start..<end], as: UTF8.self) }
    }
    return nil
  }

  private static func wikiLink(in line: [UInt8], at byte: Int) -> String? {
    for start in starts(of: Array("[[".utf8), in: line) where start <= byte {
      let close = starts(of: Array("]]".utf8), in: line).first { $0 >= start + 2 }
      guard let close, byte <= close + 1 else { continue }
      let inside = String(decoding: line[(start + 2)..<close], as: UTF8.self)
      let note = inside.prefix { $0 != "|" && $0 != "#" }
      return note.isEmpty ? nil : "notes://editor/\(percentEncoded(String(note)))"
    }
    return nil
  }

  private static func starts(of mark: [UInt8], in line: [UInt8]) -> [Int] {
    guard line.count >= mark.count else { return [] }
    return (0...(line.count - mark.count)).filter {
      line[$0..<($0 + mark.count)].elementsEqual(mark)
    }
  }

  private static func percentEncoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      if byte == UInt8(ascii: "%") || byte <= 0x20 || byte >= 0x7f {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      } else {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }
}
