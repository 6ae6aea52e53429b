import Bytes
package import Comparing
package import TextEngine

/// A conflict: two versions of the same lines between marks with names. The editor's own marks say mine
/// and theirs, those of a sync name the devices, those of git its revisions.
package struct ConflictMarks: Equatable {
  package static let names = ConflictNames("mine", "theirs")

  package enum Choice: Equatable, Sendable { case mine, theirs, both }

  /// The conflict with its marks.
  package let all: Range<ByteOffset>
  /// The first version.
  package let myLines: Range<ByteOffset>
  package let theirLines: Range<ByteOffset>

  private static let longestMark = 1_000
  /// The most first marks that are tried. For each without a second one the rest of the text is searched.
  private static let mostTries = 64

  /// Finds the conflict at an offset, or the next one after it.
  package init?(at offset: ByteOffset, in text: Rope) {
    guard let found = Self.around(offset, in: text) ?? Self.first(from: offset, in: text) else {
      return nil
    }
    self = found
  }

  private init?(from opening: Line, in text: Rope) {
    let start = text.start(of: opening.number + 1)
    guard let middle = Self.next(.middle, opening.length, in: start..<text.end, of: text) else {
      return nil
    }
    // The common base is in neither version.
    let between = start..<text.start(of: middle.number)
    let base = Self.next(.base, opening.length, in: between, of: text)
    let next = text.start(of: middle.number + 1)
    guard let closing = Self.next(.closing, opening.length, in: next..<text.end, of: text) else {
      return nil
    }
    all = text.start(of: opening.number)..<text.start(of: closing.number + 1)
    myLines = start..<text.start(of: (base ?? middle).number)
    theirLines = next..<text.start(of: closing.number)
  }

  /// Returns the edit that leaves one version, or both, without marks.
  package func edit(of text: Rope, taking choice: Choice) -> Edit {
    var new = Rope()
    if choice != .theirs { new.append(text[myLines]) }
    if choice != .mine { new.append(text[theirLines]) }
    return Edit(in: text, replacing: all, with: new)
  }

  // MARK: - Finding

  private struct Line {
    var number: LineNumber
    var length: Int
  }

  private static func search(_ mark: ConflictMark) -> LiteralSearch? {
    LiteralSearch([UInt8](repeating: mark.sign, count: ConflictMark.shortest))
  }

  private static func first(from offset: ByteOffset, in text: Rope) -> Self? {
    var start = offset
    for _ in 0..<mostTries {
      guard let opening = next(.opening, nil, in: start..<text.end, of: text) else { return nil }
      if let found = Self(from: opening, in: text) { return found }
      start = text.content(of: opening.number).upperBound
    }
    return nil
  }

  /// Finds the innermost conflict at an offset: a version may have marks itself.
  private static func around(_ offset: ByteOffset, in text: Rope) -> Self? {
    guard let search = search(.opening) else { return nil }
    var end = text.content(at: offset).upperBound
    for _ in 0..<mostTries {
      guard let match = search.last(in: text, range: .zero..<end) else { return nil }
      let start = text.content(at: match.lowerBound).lowerBound
      if let opening = line(.opening, nil, at: start, in: text),
        let found = Self(from: opening, in: text), offset < found.all.upperBound
      {
        return found
      }
      end = start
    }
    return nil
  }

  /// Finds the next mark of this kind in a range, of this length if one is given.
  private static func next(
    _ mark: ConflictMark, _ length: Int?, in range: Range<ByteOffset>, of text: Rope
  ) -> Line? {
    guard let search = search(mark) else { return nil }
    var start = range.lowerBound
    while start < range.upperBound,
      let match = search.first(in: text, range: start..<range.upperBound)
    {
      if let line = line(mark, length, at: match.lowerBound, in: text) { return line }
      start = match.upperBound
    }
    return nil
  }

  private static func line(
    _ mark: ConflictMark, _ length: Int?, at offset: ByteOffset, in text: Rope
  ) -> Line? {
    let content = text.content(at: offset)
    guard content.lowerBound == offset,
      content.upperBound.value - offset.value <= longestMark,
      let found = ConflictMark.read(text.bytes(in: content)), found.mark == mark,
      length == nil || found.length == length
    else { return nil }
    return Line(number: text.line(at: offset), length: found.length)
  }
}
