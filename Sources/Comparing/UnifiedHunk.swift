/// Lines that differ and the lines around them, as a unified diff writes them.
package struct UnifiedHunk: Equatable, Sendable {
  /// The lines of each text that it covers, those around the changes too.
  package private(set) var old: Range<Int>
  package private(set) var new: Range<Int>
  package private(set) var changes: [Hunk]

  /// Changes whose surroundings touch are one.
  package static func between(
    _ old: TextLines, _ new: TextLines, around context: Int = 3
  ) -> [UnifiedHunk] {
    var hunks: [UnifiedHunk] = []
    for change in LineDifference.between(old, new) {
      let before = min(context, change.old.lowerBound)
      let after = min(context, old.count - change.old.upperBound)
      let hunk = UnifiedHunk(
        old: change.old.lowerBound - before..<change.old.upperBound + after,
        new: change.new.lowerBound - before..<change.new.upperBound + after, changes: [change])
      if let last = hunks.last, last.old.upperBound >= hunk.old.lowerBound {
        hunks[hunks.count - 1].join(hunk)
      } else {
        hunks.append(hunk)
      }
    }
    return hunks
  }

  private mutating func join(_ next: UnifiedHunk) {
    old = old.lowerBound..<next.old.upperBound
    new = new.lowerBound..<next.new.upperBound
    changes += next.changes
  }

  func bytes(_ before: TextLines, _ after: TextLines) -> [UInt8] {
    var bytes = Array("@@ -\(Self.written(old)) +\(Self.written(new)) @@\n".utf8)
    var next = old.lowerBound
    for change in changes {
      Self.add(next..<change.old.lowerBound, of: before, as: " ", to: &bytes)
      Self.add(change.old, of: before, as: "-", to: &bytes)
      Self.add(change.new, of: after, as: "+", to: &bytes)
      next = change.old.upperBound
    }
    Self.add(next..<old.upperBound, of: before, as: " ", to: &bytes)
    return bytes
  }

  /// Lines are counted from 1; no lines stand behind the one before them.
  private static func written(_ lines: Range<Int>) -> String {
    let first = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(first)" : "\(first),\(lines.count)"
  }

  private static func add(
    _ lines: Range<Int>, of text: TextLines, as sign: Character, to bytes: inout [UInt8]
  ) {
    for line in lines {
      bytes += String(sign).utf8
      bytes += text[line..<line + 1]
      if bytes.last != UInt8(ascii: "\n") { bytes += "\n\\ No newline at end of file\n".utf8 }
    }
  }
}
