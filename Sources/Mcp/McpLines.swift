/// Cuts a stream of bytes into lines. A line over the limit is dropped while it arrives, so that it
/// takes no memory.
package struct McpLines: Sendable {
  package enum Line: Equatable, Sendable {
    case whole([UInt8])
    case tooLong
  }

  package static let longest = 8 << 20

  private let longest: Int
  private var start: [UInt8] = []
  private var isTooLong = false

  package init(longest: Int = longest) { self.longest = longest }

  /// Returns the lines that end within these bytes, without those that are blank.
  package mutating func add(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<feed])
      if let line = take() { lines.append(line) }
      rest = rest[feed...].dropFirst()
    }
    append(rest)
    return lines
  }

  /// Returns the line that the end of input leaves.
  package mutating func end() -> Line? { take() }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    if isTooLong { return }
    if start.count + bytes.count > longest {
      isTooLong = true
      start = []
    } else {
      start += bytes
    }
  }

  private mutating func take() -> Line? {
    defer { (start, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    let isBlank = start.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
    return isBlank ? nil : .whole(start)
  }
}
