import Bytes

/// Whose the two versions in a conflict are, as marks say it.
package struct ConflictNames: Equatable, Sendable {
  package var first: String
  package var second: String
  /// How long marks are, where no longer ones are needed.
  package var length: Int

  package init(_ first: String, _ second: String, length: Int = ConflictMark.shortest) {
    self.first = first
    self.second = second
    self.length = max(length, ConflictMark.shortest)
  }

  package var swapped: ConflictNames { ConflictNames(second, first, length: length) }

  /// Both versions of some lines between marks, which are longer than those that a version has itself.
  package func block(
    _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, ending: [UInt8] = [UInt8(ascii: "\n")]
  ) -> [UInt8] {
    let length = max(length, 1 + Self.longestMark(one), 1 + Self.longestMark(other))
    var text: [UInt8] = []
    func add(_ lines: ArraySlice<UInt8>) {
      text += lines
      if let last = text.last, last != UInt8(ascii: "\n") { text += ending }
    }
    add(ConflictMark.opening.line(first, length: length)[...])
    add(one)
    add(ConflictMark.middle.line("", length: length)[...])
    add(other)
    add(ConflictMark.closing.line(second, length: length)[...])
    return text
  }

  /// The length of the longest mark among some lines, at least one less than marks have.
  private static func longestMark(_ lines: ArraySlice<UInt8>) -> Int {
    let text = TextLines(Array(lines))
    return (0..<text.count).reduce(ConflictMark.shortest - 1) {
      max($0, ConflictMark.read(text.text(of: $1))?.length ?? 0)
    }
  }
}

extension Merge {
  /// The merged text with both versions in each conflict, between marks. `ending` ends the marks' lines.
  package func marked(
    theirs: [UInt8], names: ConflictNames, ending: [UInt8] = [UInt8(ascii: "\n")]
  ) -> [UInt8] {
    if conflicts.isEmpty { return bytes }
    let (lines, others) = (TextLines(bytes), TextLines(theirs))
    var text: [UInt8] = []
    func add(_ lines: ArraySlice<UInt8>) {
      text += lines
      if let last = text.last, last != UInt8(ascii: "\n") { text += ending }
    }
    var next = 0
    for conflict in conflicts {
      let (first, second) = (conflict.merged, conflict.theirs)
      add(lines[next..<first.lowerBound])
      text += names.block(lines[first], others[second], ending: ending)
      next = first.upperBound
    }
    return text + lines[next..<lines.count]
  }
}
