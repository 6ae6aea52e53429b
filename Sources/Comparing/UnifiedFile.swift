import Entities

/// The change of one file, in the format of `git apply` and `patch -p1`.
package struct UnifiedFile: Equatable, Sendable {
  /// The file before or after the change.
  package struct Side: Equatable, Sendable {
    package var path: [UInt8]
    /// Nil if they must not appear.
    package var bytes: [UInt8]?

    package init(path: [UInt8], bytes: [UInt8]?) {
      (self.path, self.bytes) = (path, bytes)
    }

    fileprivate var isLocked: Bool { NotePath(bytes: path).isLocked }
  }

  /// Nil for a new file.
  package var old: Side?
  /// Nil for a removed file.
  package var new: Side?

  package init(from old: Side?, to new: Side?) {
    (self.old, self.new) = (old, new)
  }

  package var bytes: [UInt8] {
    guard let first = old ?? new else { return [] }
    let (before, after) = (name("a/", old ?? first), name("b/", new ?? first))
    var bytes = Array("diff --git ".utf8) + before + Array(" ".utf8) + after + Array("\n".utf8)
    if old == nil { bytes += "new file mode 100644\n".utf8 }
    if new == nil { bytes += "deleted file mode 100644\n".utf8 }
    if let old, let new, old.path != new.path {
      bytes += Array("rename from ".utf8) + Self.quoted(old.path)
      bytes += Array("\nrename to ".utf8) + Self.quoted(new.path) + Array("\n".utf8)
    }
    return bytes + content(old == nil ? Self.nothing : before, new == nil ? Self.nothing : after)
  }

  private static let nothing = Array("/dev/null".utf8)

  private func content(_ before: [UInt8], _ after: [UInt8]) -> [UInt8] {
    guard let old = text(of: old), let new = text(of: new) else {
      // Removing a lock changes every byte.
      let isMovedAlone =
        self.old?.path != self.new?.path && self.old?.bytes == self.new?.bytes
        && self.old?.isLocked == self.new?.isLocked
      return self.old != nil && isMovedAlone
        ? []
        : Array("Binary files ".utf8) + before + Array(" and ".utf8) + after
          + Array(" differ\n".utf8)
    }
    let (lines, others) = (TextLines(old), TextLines(new))
    let hunks = UnifiedHunk.between(lines, others)
    if hunks.isEmpty { return [] }
    return Array("--- ".utf8) + Self.ended(before) + Array("+++ ".utf8) + Self.ended(after)
      + hunks.flatMap { $0.bytes(lines, others) }
  }

  /// Returns the text; nil if it is not text. A missing file has an empty text.
  private func text(of side: Side?) -> [UInt8]? {
    guard let side else { return [] }
    return side.bytes.flatMap { $0.contains(0) ? nil : $0 }
  }

  private func name(_ prefix: String, _ side: Side) -> [UInt8] {
    Self.quoted(Array(prefix.utf8) + side.path)
  }

  /// Returns the line with the name. A tab follows a name that contains blanks.
  private static func ended(_ name: [UInt8]) -> [UInt8] {
    name + Array((name.contains(UInt8(ascii: " ")) ? "\t\n" : "\n").utf8)
  }

  /// Quotes a name like git, so that it stays on one line.
  private static func quoted(_ name: [UInt8]) -> [UInt8] {
    let marks = [UInt8(ascii: "\""), UInt8(ascii: "\\")]
    guard name.contains(where: { $0 < 0x20 || $0 == 0x7f || marks.contains($0) }) else {
      return name
    }
    let escaped = name.flatMap { byte -> [UInt8] in
      if marks.contains(byte) { return [UInt8(ascii: "\\"), byte] }
      guard byte < 0x20 || byte == 0x7f else { return [byte] }
      return Array("\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)".utf8)
    }
    return Array("\"".utf8) + escaped + Array("\"".utf8)
  }
}

/// Lines that differ and the lines around them, as in a unified diff.
struct UnifiedHunk: Equatable, Sendable {
  /// The lines of each text in the hunk, including those around the changes.
  package private(set) var old: Range<Int>
  package private(set) var new: Range<Int>
  package private(set) var changes: [Hunk]

  /// Returns the hunks; changes with overlapping or adjacent context form one.
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

  /// Returns a range of lines, counted from 1; an empty range is given by the line before it.
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
