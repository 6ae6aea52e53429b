import Bytes

/// Merges two texts with a common origin by line, even if they have marked conflicts.
///
/// A marked conflict counts as one line here. A conflict outside it gets marks of its own, and
/// changes of both sides inside it are joined in it: marks are never nested.
package struct MarkedLines {
  private let names: ConflictNames
  private let ending: [UInt8]
  private let joining: ThreeWayMerge.Joining

  /// Merges the texts. Without a base, both sides made the text. `joining` gets lines that both
  /// changed first, as in `ThreeWayMerge`; `ending` ends the lines of marks.
  package static func merge(
    _ base: [UInt8]?, _ mine: [UInt8], _ theirs: [UInt8], names: ConflictNames,
    ending: [UInt8] = [0x0a], joining: @escaping ThreeWayMerge.Joining = { _, _, _ in nil }
  ) -> MergedText {
    // The byte that joins the lines of a conflict must not occur in any text.
    let folds = ![base ?? [], mine, theirs].contains { $0.contains(joint) }
    let (my, their) = folds ? (folded(mine), folded(theirs)) : (mine, theirs)
    let old = base.map { folds ? folded($0) : $0 } ?? CommonLines.base(of: my, their)
    var merged = MarkedLines(names: names, ending: ending, joining: joining).merge(old, my, their)
    if folds { merged.bytes = unfolded(merged.bytes[...]) }
    return merged
  }

  /// Returns the lines of the first, then those that only the second has.
  package static func union(_ mine: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>) -> [UInt8] {
    let known = Set(mine.split(separator: 0x0a))
    let new = theirs.split(separator: 0x0a).filter { !known.contains($0) }
    return mine + new.flatMap { $0 + [0x0a] }
  }

  /// Merges folded texts.
  private func merge(_ old: [UInt8], _ my: [UInt8], _ their: [UInt8]) -> MergedText {
    var count = 0
    let merge = ThreeWayMerge.merge(base: old, mine: my, theirs: their) { old, my, their in
      if let joined = joining(old, my, their) { return joined }
      guard my.contains(Self.joint) || their.contains(Self.joint) else { return nil }
      let joined = joined(old, my, their)
      count += joined.conflicts
      return joined.bytes
    }
    return MergedText(
      bytes: merge.marked(theirs: their, names: names, ending: ending),
      conflicts: count + merge.conflicts.count)
  }

  // MARK: - Joining

  /// Joins changed lines with conflicts. If all three have the same number of conflicts, it joins
  /// each with its counterpart, and the lines in between.
  private func joined(
    _ old: ArraySlice<UInt8>, _ my: ArraySlice<UInt8>, _ their: ArraySlice<UInt8>
  ) -> MergedText {
    let (olds, mine, theirs) = (Self.pieces(old), Self.pieces(my), Self.pieces(their))
    guard olds.count == mine.count, mine.count == theirs.count else {
      return versions(old, my, their)
    }
    var whole = MergedText(bytes: [])
    for index in mine.indices {
      let part =
        index.isMultiple(of: 2)
        ? merge(olds[index], mine[index], theirs[index])
        : versions(olds[index][...], mine[index][...], theirs[index][...])
      whole.bytes += part.bytes
      whole.conflicts += part.conflicts
    }
    return whole
  }

  /// Merges the first versions, and the second ones, each with the lines of both sides; marks them
  /// where they differ.
  private func versions(
    _ old: ArraySlice<UInt8>, _ my: ArraySlice<UInt8>, _ their: ArraySlice<UInt8>
  ) -> MergedText {
    if my == their || their == old { return MergedText(bytes: Array(my)) }
    if my == old { return MergedText(bytes: Array(their)) }
    let texts = [old, my, their].map { ConflictText(Self.unfolded($0)) }
    let choices = [ConflictText.Choice.first, .second]
    var versions = choices.map { choice in
      ThreeWayMerge.merge(
        base: texts[0].taking(choice), mine: texts[1].taking(choice),
        theirs: texts[2].taking(choice),
        joining: { joining($0, $1, $2) ?? Self.union($1, $2) }
      ).bytes
    }
    // A line that both sides have stays, even if each side has it only in the version that the
    // other replaced.
    let ofBoth = Self.lines(texts[1]).intersection(Self.lines(texts[2]))
    if !ofBoth.isSubset(of: versions.flatMap { $0.split(separator: 0x0a) }) {
      versions = choices.map { Self.union(texts[1].taking($0)[...], texts[2].taking($0)[...]) }
    }
    let (first, second) = (TextLines(versions[0]), TextLines(versions[1]))
    let marks = markNames(texts[1].conflicts.first?.names, texts[2].conflicts.first?.names)
    let hunks = LineDifference.between(first, second)
    var merged = MergedText(bytes: [], conflicts: hunks.count)
    var next = 0
    for hunk in hunks {
      merged.bytes += first[next..<hunk.old.lowerBound]
      merged.bytes += marks.block(first[hunk.old], second[hunk.new], ending: ending)
      next = hunk.old.upperBound
    }
    merged.bytes += first[next..<first.count]
    return merged
  }

  /// Returns the lines of both versions.
  private static func lines(_ text: ConflictText) -> Set<ArraySlice<UInt8>> {
    Set([ConflictText.Choice.first, .second].flatMap { text.taking($0).split(separator: 0x0a) })
  }

  /// Returns the names for the marks; two different names are both included, once.
  private func markNames(_ one: ConflictNames?, _ other: ConflictNames?) -> ConflictNames {
    guard let one, let other else {
      let known = one ?? other ?? names
      return ConflictNames(known.first, known.second, length: names.length)
    }
    func both(_ name: String, _ other: String) -> String {
      name == other || name.contains(",") || other.contains(",") ? name : "\(name), \(other)"
    }
    return ConflictNames(
      both(one.first, other.first), both(one.second, other.second), length: names.length)
  }

  // MARK: - A conflict as a line

  /// Replaces the line feeds in a conflict: no text contains it.
  private static let joint: UInt8 = 0

  private static func folded(_ text: [UInt8]) -> [UInt8] {
    let found = ConflictText(text)
    var folded = text
    for conflict in found.conflicts {
      for line in conflict.all.dropLast() {
        folded[found.text.range(of: line).upperBound - 1] = joint
      }
    }
    return folded
  }

  private static func unfolded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.map { $0 == joint ? 0x0a : $0 }
  }

  /// Splits the text: the lines before the first conflict, the conflict, the lines after it, and so on.
  private static func pieces(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
    let lines = TextLines(Array(text))
    var pieces: [[UInt8]] = [[]]
    for line in 0..<lines.count {
      let bytes = lines[line..<(line + 1)]
      if bytes.contains(joint) {
        pieces += [Array(bytes), []]
      } else {
        pieces[pieces.count - 1] += bytes
      }
    }
    return pieces
  }
}

package struct MergedText: Equatable, Sendable {
  package var bytes: [UInt8]
  /// The number of marked conflicts.
  package var conflicts: Int

  package init(bytes: [UInt8], conflicts: Int = 0) {
    self.bytes = bytes
    self.conflicts = conflicts
  }
}

/// The names of the two versions, as conflict marks have them.
package struct ConflictNames: Equatable, Sendable {
  package var first: String
  package var second: String
  /// The length of marks, unless longer ones are necessary.
  package var length: Int

  package init(_ first: String, _ second: String, length: Int = ConflictMark.shortest) {
    self.first = first
    self.second = second
    self.length = max(length, ConflictMark.shortest)
  }

  package var swapped: ConflictNames { ConflictNames(second, first, length: length) }

  /// Returns both versions of some lines between marks, which are longer than any marks inside a version.
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

  /// Returns the length of the longest mark among some lines, at least one less than the shortest.
  private static func longestMark(_ lines: ArraySlice<UInt8>) -> Int {
    let text = TextLines(Array(lines))
    return (0..<text.count).reduce(ConflictMark.shortest - 1) {
      max($0, ConflictMark.read(text.text(of: $1))?.length ?? 0)
    }
  }
}

extension Merge {
  /// Returns the merged text with both versions of each conflict between marks. `ending` ends the
  /// lines of marks.
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
