import Bytes
import Comparing
import Files
import Services

/// The lines of a rewritten text, for finding its parts after other edits.
enum LineMarks {
  package static func of(_ text: [UInt8]) -> [LineMark] {
    var marks: [LineMark] = []
    text.withUnsafeBytes { text in
      var start = 0
      while start < text.count {
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
        end = min(end + 1, text.count)
        let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
        marks.append(LineMark(digest: Digest.of(line), byteCount: end - start))
        start = end
      }
    }
    return marks
  }

  /// The most different lines that are compared one by one.
  private static let most = 4000

  /// Returns a change that was made for a text with these lines, moved to another text; nil if a
  /// line that it touches is gone.
  package static func moved(
    _ change: NoteChange, from lines: [LineMark], to text: [UInt8]
  ) -> NoteChange? {
    let now = of(text)
    // Also if there is no line at all.
    if now == lines { return change }
    guard let same = matches(lines, now) else { return nil }
    let (starts, newStarts) = (starts(of: lines), starts(of: now))
    var moved = change
    for (index, piece) in change.pieces.enumerated() {
      let first = line(at: piece.range.lowerBound, starts)
      let last = piece.range.isEmpty ? first : line(at: piece.range.upperBound - 1, starts)
      guard first < lines.count, let there = same[first] else { return nil }
      // Its lines must still be adjacent.
      for line in first...last where same[line] != there + line - first { return nil }
      let shift = newStarts[there] - starts[first]
      moved.pieces[index].range =
        (piece.range.lowerBound + shift)..<(piece.range.upperBound + shift)
      moved.pieces[index].line += there - first
    }
    return moved
  }

  /// Returns the new index of each old line, nil if it is gone; nil if there are too many lines.
  private static func matches(_ old: [LineMark], _ new: [LineMark]) -> [Int?]? {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    var found = [Int?](repeating: nil, count: old.count)
    for line in 0..<start { found[line] = line }
    for line in 0..<end { found[old.count - 1 - line] = new.count - 1 - line }
    let (left, right) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    if left.isEmpty || right.isEmpty { return found }
    guard left.count + right.count <= Self.most else { return nil }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for step in Array(right).difference(from: Array(left)) {
      switch step {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let remaining = right.indices.lazy.map { $0 - start }.filter { !inserted.contains($0) }
    for (line, there) in zip((0..<left.count).filter { !removed.contains($0) }, remaining) {
      found[start + line] = start + there
    }
    return found
  }

  private static func starts(of lines: [LineMark]) -> [Int] {
    var starts: [Int] = []
    var start = 0
    for line in lines {
      starts.append(start)
      start += line.byteCount
    }
    return starts
  }

  /// Returns the line that contains a byte.
  private static func line(at offset: Int, _ starts: [Int]) -> Int {
    max(0, starts.partitionPoint { $0 > offset } - 1)
  }
}
