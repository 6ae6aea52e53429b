package import Entities

/// The note that a file seems to be a copy of, by the file's name.
///
/// ```swift
/// ConflictName.reading(NotePath("Plan (Ann's conflicted copy 2026-03-02).md"))?.original  //
/// Plan.md
/// ```
///
/// Only the name counts: the caller must check that the note exists, and that the two are alike.
package struct ConflictName: Equatable, Sendable {
  /// The note in the same folder that it would be a copy of.
  package var original: NotePath
  package var program: ConflictProgram

  /// Whether only programs give such names.
  package var isSure: Bool { program != .unknown }

  /// Returns the title for a text that could not be merged into the note of this name: `Plan
  /// (conflict 2026-03-02 0900)`.
  package static func title(of name: String, at time: CivilTime) -> String {
    "\(name) (conflict \(time.shortText(between: "")))"
  }

  /// Returns nil for a name that no program gives to a copy. `hosts` are device names, which
  /// OneDrive appends without any other mark.
  package static func reading(_ path: NotePath, hosts: [String] = []) -> ConflictName? {
    let stem = path.stem.bytes
    let ending = path.name.bytes.dropFirst(stem.count)
    guard let (length, program) = copied(stem, hosts), length > 0 else { return nil }
    let name = Array(stem[..<length]) + ending
    guard name.first != UInt8(ascii: ".") else { return nil }
    return ConflictName(
      original: path.folder.appending(NotePath(bytes: name)), program: program)
  }

  /// Returns the length of the original name in the stem.
  private static func copied(
    _ stem: [UInt8], _ hosts: [String]
  ) -> (length: Int, program: ConflictProgram)? {
    inDots(stem) ?? inParentheses(stem) ?? inBrackets(stem) ?? inUnderscores(stem)
      ?? withHost(stem, hosts) ?? numbered(stem)
  }

  // MARK: - Syncthing, Resilio

  private static func inDots(_ stem: [UInt8]) -> (Int, ConflictProgram)? {
    guard let dot = stem.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let tail = stem[(dot + 1)...]
    if tail.starts(with: "Conflict".utf8) {
      return tail.dropFirst(8).allSatisfy(\.isDigit) ? (dot, .resilio) : nil
    }
    let mark = Array("sync-conflict-".utf8)
    guard tail.starts(with: mark) else { return nil }
    let parts = tail.dropFirst(mark.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    // In copies of old versions, the device's short name is missing.
    guard parts.count == 2 || parts.count == 3, parts[0].count == 8, parts[1].count == 6,
      parts[0].allSatisfy(\.isDigit), parts[1].allSatisfy(\.isDigit),
      parts.count == 2 || parts[2].count == 7 && parts[2].allSatisfy(\.isBase32)
    else { return nil }
    return (dot, .syncthing)
  }

  // MARK: - Dropbox, Nextcloud, Obsidian Sync, Seafile, pCloud

  private static func inParentheses(_ stem: [UInt8]) -> (Int, ConflictProgram)? {
    guard let (length, words) = lastBrackets(stem, "(", ")") else { return nil }
    if ConflictWords.ofDropboxWithoutDate.contains(where: words.hasPrefix) {
      return (length, .dropbox)
    }
    if words.hasPrefix("from "), ConflictWords.hasDate(words) { return (length, .ours) }
    if words.hasPrefix("conflicted copy"), ConflictWords.hasLongDate(words) {
      return (length, .obsidian)
    }
    guard ConflictWords.hasDate(words) else { return nil }
    // A text that the editor could not save over another change.
    if words.hasPrefix("conflict 2") { return (length, .ours) }
    if words.hasPrefix("conflicted copy") { return (length, .nextcloud) }
    if words.hasPrefix("sfconflict ") { return (length, .seafile) }
    if ConflictWords.ofDropbox.contains(where: words.contains) { return (length, .dropbox) }
    return words.contains("conflict") ? (length, .other) : nil
  }

  private static func inBrackets(_ stem: [UInt8]) -> (Int, ConflictProgram)? {
    guard let (length, words) = lastBrackets(stem, "[", "]") else { return nil }
    let parts = words.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count < 3, parts.count < 2 || isCount(Array(parts[1].utf8)[...]) else { return nil }
    switch parts.first {
    case "conflicted": return (length, .pCloud)
    case "conflict": return (length, .unknown)
    default: return nil
    }
  }

  /// Returns the text in the last brackets of the stem, in lowercase, and the length of the name
  /// before them.
  private static func lastBrackets(
    _ stem: [UInt8], _ open: Unicode.Scalar, _ close: Unicode.Scalar
  ) -> (length: Int, words: String)? {
    let (open, close) = (UInt8(ascii: open), UInt8(ascii: close))
    guard stem.last == close else { return nil }
    // They may contain others: `(Ann's conflicted copy 2026-03-02 (1))`.
    var depth = 0
    let opening = stem.lastIndex { byte in
      if byte == close { depth += 1 }
      if byte == open { depth -= 1 }
      return byte == open && depth == 0
    }
    guard let opening, opening > 1, stem[opening - 1] == UInt8(ascii: " ") else { return nil }
    let inner = String(decoding: stem[(opening + 1)..<(stem.count - 1)], as: UTF8.self)
    return (opening - 1, inner.lowercased())
  }

  // MARK: - ownCloud and older Nextcloud, Synology

  private static func inUnderscores(_ stem: [UInt8]) -> (Int, ConflictProgram)? {
    if let mark = stem.lastRange(of: Array("_conflict-".utf8)) {
      let parts = stem[mark.upperBound...].split(separator: UInt8(ascii: "-"))
      guard parts.count >= 2, parts[parts.count - 2].count == 8, parts[parts.count - 1].count == 6,
        parts.suffix(2).allSatisfy({ $0.allSatisfy(\.isDigit) })
      else { return nil }
      return (mark.lowerBound, .nextcloud)
    }
    var parts = stem.split(
      separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)[...]
    if parts.last?.allSatisfy(\.isDigit) == true { parts.removeLast() }
    guard parts.count >= 4, let reason = parts.popLast(), let moment = parts.popLast(),
      let client = parts.popLast(), !client.isEmpty,
      reason.reversed().starts(with: "Conflict".utf8.reversed()),
      ConflictWords.isSynologyMoment(String(decoding: moment, as: UTF8.self))
    else { return nil }
    return (client.startIndex - 1, .synology)
  }

  // MARK: - OneDrive

  private static func withHost(_ stem: [UInt8], _ hosts: [String]) -> (Int, ConflictProgram)? {
    var rest = stem[...]
    if let dash = rest.lastIndex(of: UInt8(ascii: "-")), isCount(rest[(dash + 1)...]) {
      rest = rest[..<dash]
    }
    for host in hosts where !host.isEmpty {
      for text in [rest, stem[...]] {
        let tail = Array("-\(host)".utf8).map(NoteFileName.lowercased)
        if text.suffix(tail.count).map(NoteFileName.lowercased) == tail {
          return (text.count - tail.count, .oneDrive)
        }
      }
    }
    return nil
  }

  // MARK: - Names that people also use

  private static func numbered(_ stem: [UInt8]) -> (Int, ConflictProgram)? {
    var rest = stem[...]
    if rest.last == UInt8(ascii: ")"), let opening = rest.lastIndex(of: UInt8(ascii: "(")),
      opening > 0, rest[opening - 1] == UInt8(ascii: " "),
      isCount(rest[(opening + 1)..<(rest.endIndex - 1)])
    {
      return (opening - 1, .unknown)
    }
    var hasNumber = false
    if let space = rest.lastIndex(of: UInt8(ascii: " ")), isCount(rest[(space + 1)...]) {
      rest = rest[..<space]
      hasNumber = true
    }
    for word in [" copy", " - Copy"] where rest.count > word.utf8.count {
      if rest.suffix(word.utf8.count).elementsEqual(word.utf8) {
        return (rest.count - word.utf8.count, .unknown)
      }
    }
    return hasNumber ? (rest.count, .unknown) : nil
  }

  /// Whether it is a number as programs count copies: short, and not a year.
  private static func isCount(_ text: ArraySlice<UInt8>) -> Bool {
    (1...2).contains(text.count) && text.allSatisfy(\.isDigit) && text.first != UInt8(ascii: "0")
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isBase32: Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(self)
  }
}

extension [UInt8] {
  fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
    var start = count - part.count
    while start > 0 {
      if self[start...].starts(with: part) { return start..<(start + part.count) }
      start -= 1
    }
    return nil
  }
}
