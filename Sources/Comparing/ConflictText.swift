import Bytes

/// The marked conflicts in a text, with any names in the marks.
///
/// ```swift
/// let count = ConflictText(note).conflicts.count
/// ```
package struct ConflictText: Sendable {
  /// A conflict. Lines are counted from 0.
  package struct Conflict: Equatable, Sendable {
    /// The lines of both versions and the marks.
    package var all: Range<Int>
    package var first: Range<Int>
    package var second: Range<Int>
    package var names: ConflictNames
  }

  package enum Choice: Equatable, Sendable { case first, second }

  package let text: TextLines
  /// The conflicts from top to bottom. One inside a version of another is not included.
  package private(set) var conflicts: [Conflict] = []

  package init(_ bytes: [UInt8]) {
    text = TextLines(bytes)
    let marks = MarkLines(text)
    var line = 0
    for opening in marks.openings where opening.line >= line {
      guard let found = marks.conflict(from: opening) else { continue }
      conflicts.append(found)
      line = found.all.upperBound
    }
  }

  /// Returns the lines of a text that are marks, even of incomplete conflicts.
  package static func marks(in bytes: [UInt8]) -> [[UInt8]] {
    let text = TextLines(bytes)
    return (0..<text.count).map { text.text(of: $0) }.filter { ConflictMark.read($0) != nil }
      .map(Array.init)
  }

  /// Returns the text with one version for each conflict.
  package func taking(_ choice: Choice) -> [UInt8] {
    var bytes: [UInt8] = []
    var line = 0
    for conflict in conflicts {
      bytes += text[line..<conflict.all.lowerBound]
      bytes += text[choice == .first ? conflict.first : conflict.second]
      line = conflict.all.upperBound
    }
    return bytes + text[line..<text.count]
  }
}

/// All marks in a text, with their lengths: marks of one conflict have the same length.
private struct MarkLines {
  struct Mark {
    var line: Int
    var length: Int
    var name: String
  }

  private(set) var openings: [Mark] = []
  private var bases: [Int: [Mark]] = [:]
  private var middles: [Int: [Mark]] = [:]
  private var closings: [Int: [Mark]] = [:]

  init(_ text: TextLines) {
    for line in 0..<text.count {
      guard let found = ConflictMark.read(text.text(of: line)) else { continue }
      let mark = Mark(line: line, length: found.length, name: found.name)
      switch found.mark {
      case .opening: openings.append(mark)
      case .base: bases[found.length, default: []].append(mark)
      case .middle: middles[found.length, default: []].append(mark)
      case .closing: closings[found.length, default: []].append(mark)
      }
    }
  }

  func conflict(from opening: Mark) -> ConflictText.Conflict? {
    guard let middle = Self.first(middles[opening.length], after: opening.line),
      let closing = Self.first(closings[opening.length], after: middle.line)
    else { return nil }
    let base = Self.first(bases[opening.length], after: opening.line)
    let firstEnd = min(base?.line ?? middle.line, middle.line)
    return ConflictText.Conflict(
      all: opening.line..<(closing.line + 1), first: (opening.line + 1)..<firstEnd,
      second: (middle.line + 1)..<closing.line, names: ConflictNames(opening.name, closing.name))
  }

  private static func first(_ marks: [Mark]?, after line: Int) -> Mark? {
    guard let marks else { return nil }
    return marks[marks.partitionPoint { $0.line > line }...].first
  }
}
