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
      let needed = 1 + max(Self.longestMark(first, lines), Self.longestMark(second, others))
      let length = max(needed, names.length)
      add(lines[next..<first.lowerBound])
      add(ConflictMark.opening.line(names.first, length: length)[...])
      add(lines[first])
      add(ConflictMark.middle.line("", length: length)[...])
      add(others[second])
      add(ConflictMark.closing.line(names.second, length: length)[...])
      next = first.upperBound
    }
    return text + lines[next..<lines.count]
  }

  /// The length of the longest mark among some lines, at least one less than marks have.
  private static func longestMark(_ lines: Range<Int>, _ text: TextLines) -> Int {
    lines.reduce(ConflictMark.shortest - 1) {
      max($0, ConflictMark.read(text.text(of: $1))?.length ?? 0)
    }
  }
}
