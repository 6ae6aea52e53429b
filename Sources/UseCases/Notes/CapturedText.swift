/// What a person captures, as an item of a list: further lines are indented below the first one.
///
///     CapturedText(Array("Call Ann\nabout May".utf8)).bytes  // - Call Ann⏎  about May⏎
package struct CapturedText: Equatable, Sendable {
  /// Empty if nothing was captured.
  package let bytes: [UInt8]

  private static let feed = UInt8(ascii: "\n")

  /// `address` follows the first line; each of `links` gets a line of its own.
  package init(_ words: [UInt8], address: String? = nil, links: [String] = []) {
    var lines = words.split(separator: Self.feed, omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    while lines.last?.allSatisfy(Self.isBlank) == true { lines.removeLast() }
    let start = lines.firstIndex { !$0.allSatisfy(Self.isBlank) } ?? 0
    lines.removeFirst(start)
    if let first = lines.first { lines[0] = first.drop(while: Self.isBlank) }
    if let address {
      let written = Array("<\(address)>".utf8)
      if lines.isEmpty { lines = [written[...]] } else { lines[0] += [0x20] + written }
    }
    lines += links.map { Array($0.utf8)[...] }
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0, !line.isEmpty { bytes += "  ".utf8 }
      if index == 0, !Self.isItem(line) { bytes += "- ".utf8 }
      bytes += line
      bytes.append(Self.feed)
    }
    self.bytes = bytes
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, "-*+".utf8.contains(first) else { return false }
    return line.dropFirst().first.map(isBlank) == true
  }
}
