extension NotePath {
  /// Makes the path that a link with this name points to; nil if no note can have the name.
  package init?(linked name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.first != "." && part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        && part.contains { !$0.isWhitespace }
    }
    guard isPlain, let last = parts.last, last.utf8.count <= NoteFileName.longestStem else {
      return nil
    }
    let isNote = Array(last.utf8).withUnsafeBytes(NoteFileName.isNote)
    if !isNote, Self.hasEnding(last) { return nil }
    self.init(isNote ? name : "\(name).md")
    if isLocked { return nil }
  }

  /// Returns whether the name ends with the extension of another kind of file: `map.png`.
  private static func hasEnding(_ name: Substring) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
    let ending = name[name.index(after: dot)...]
    return ending.count <= 5 && ending.first?.isLetter == true
      && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
