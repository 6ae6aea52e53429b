import TextEngine

/// The headings and fenced code of a Markdown text, found in one pass over all of it.
struct VimOutline {
  struct Heading: Equatable {
    var line: Int
    /// The number of `#`.
    var level: Int
  }

  private(set) var headings: [Heading] = []
  /// Includes the fence lines. The last one may not be closed.
  private(set) var fences: [ClosedRange<Int>] = []
  private(set) var lacksFence = false

  private var open: (line: Int, sign: UInt8, length: Int)?

  init(_ text: VimText) {
    var head: [UInt8] = []
    var number = 0
    text.rope.forEachChunk(in: text.rope.all) { chunk in
      for byte in chunk {
        if byte == UInt8(ascii: "\n") {
          read(head, number)
          head.removeAll(keepingCapacity: true)
          number += 1
        } else if head.count < Self.longestHead {
          head.append(byte)
        }
      }
      return true
    }
    if number <= text.lastLine { read(head, number) }
    if let open {
      fences.append(open.line...max(open.line, text.lastLine))
      lacksFence = true
    }
  }

  /// The number of bytes of a line that are read.
  private static let longestHead = 80

  private mutating func read(_ head: [UInt8], _ number: Int) {
    let indent = head.prefix { $0 == UInt8(ascii: " ") }.count
    guard indent < 4, indent < head.count else { return }
    let sign = head[indent]
    let length = head[indent...].prefix { $0 == sign }.count
    let rest = head[(indent + length)...]
    if let open {
      guard sign == open.sign, length >= open.length, rest.allSatisfy(Self.isBlank) else { return }
      fences.append(open.line...number)
      self.open = nil
    } else if sign == UInt8(ascii: "#"), length <= 6, rest.first.map(Self.isBlank) ?? true {
      headings.append(Heading(line: number, level: length))
    } else if length >= 3, sign == UInt8(ascii: "~") || sign == UInt8(ascii: "`") {
      if sign == UInt8(ascii: "`"), rest.contains(sign) { return }
      open = (number, sign, length)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
