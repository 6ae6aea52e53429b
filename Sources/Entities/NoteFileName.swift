/// The rules for names of note files.
package enum NoteFileName {
  /// Leaves room for a number, an extension and other systems' additions, within the usual 255.
  package static let longestStem = 200
  package static let longestName = 255
  private static let extensions = [".md", ".markdown", ".txt"].map { Array($0.utf8) }

  /// The extra extension of a locked note: `Diary.md.age`.
  static let lockedEnding = Array(".age".utf8)

  /// Whether a file of this name is a note, locked or not.
  package static func isNote(_ name: UnsafeRawBufferPointer) -> Bool {
    isLocked(name) || isPlainNote(name)
  }

  /// Whether a note of this name is encrypted with its own passphrase.
  package static func isLocked(_ name: UnsafeRawBufferPointer) -> Bool {
    has(lockedEnding, name)
      && isPlainNote(UnsafeRawBufferPointer(rebasing: name.dropLast(lockedEnding.count)))
  }

  private static func isPlainNote(_ name: UnsafeRawBufferPointer) -> Bool {
    // Office keeps such files next to open documents: `~$Note.md`.
    let isOffice = name.count > 1 && name[0] == UInt8(ascii: "~") && name[1] == UInt8(ascii: "$")
    return name.first != UInt8(ascii: ".") && !isOffice && extensions.contains { has($0, name) }
  }

  /// A name that consists of the extension alone does not count.
  private static func has(_ ending: [UInt8], _ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count > ending.count else { return false }
    let start = name.count - ending.count
    return ending.indices.allSatisfy { lowercased(name[start + $0]) == ending[$0] }
  }

  /// Lowercases an ASCII letter; other bytes stay.
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Turns a title into a name that is safe for every file system and for links.
  package static func stem(for title: String) -> String {
    var stem = ""
    var size = 0
    for character in title {
      let part = safe(character)
      if part == " ", stem.isEmpty || stem.hasSuffix(" ") { continue }
      if stem.isEmpty, part == "." { continue }
      size += part.utf8.count
      if size > longestStem { break }
      stem += part
    }
    while let last = stem.last, last == " " || last == "." { stem.removeLast() }
    return stem.isEmpty ? "Untitled" : stem
  }

  private static let unsafe: Set<Unicode.Scalar> = [
    "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "#", "^", "[", "]",
  ]

  private static func safe(_ character: Character) -> String {
    if character.isWhitespace { return " " }
    let valid = character.unicodeScalars.filter { scalar in
      !unsafe.contains(scalar) && scalar.properties.generalCategory != .control
        && !scalar.properties.isBidiControl
    }
    return String(String.UnicodeScalarView(valid))
  }

  /// Returns the path of a note that gets another title, with the same folder and extension. In a
  /// Denote name, only the title changes.
  package static func path(
    of note: NotePath, titled title: String, inLogseq: Bool = false
  ) -> NotePath {
    let stem = note.stem
    let ending = note.name.bytes.dropFirst(stem.bytes.count)
    let name =
      inLogseq
      ? LogseqName.stem(of: title)
      : DenoteName(stem: stem.text)?.stem(titled: title) ?? self.stem(for: title)
    return note.folder.appending(NotePath(bytes: Array(name.utf8) + ending))
  }

  /// `Stem.md`, `Stem 2.md`, `Stem 3.md`… without end. Invalid bytes are preserved.
  package static func numbered(_ name: [UInt8]) -> some Sequence<[UInt8]> {
    let stem = NotePath(bytes: name).stem.bytes
    let ending = name[stem.count...]
    return sequence(first: 1) { $0 + 1 }.lazy.map { (number: Int) -> [UInt8] in
      if number == 1 { return name }
      let tail = Array(" \(number)".utf8) + ending
      return cut(stem, to: max(1, longestName - tail.count)) + tail
    }
  }

  /// Cuts to at most `limit` bytes, without half a character at the end.
  private static func cut(_ bytes: [UInt8], to limit: Int) -> ArraySlice<UInt8> {
    guard bytes.count > limit else { return bytes[...] }
    var end = limit
    while end > max(1, limit - 3), bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return bytes[..<end]
  }
}

/// File names of Logseq pages: a slash is `___`, or `%2F` in older vaults, and characters that a
/// name cannot have are percent-encoded.
package enum LogseqName {
  /// Returns the title of the page that a file of this name has.
  package static func title(of stem: String) -> String {
    let bytes = Array(stem.utf8)
    var (title, index): ([UInt8], Int) = ([], 0)
    while index < bytes.count {
      if bytes[index...].starts(with: "___".utf8) {
        title.append(UInt8(ascii: "/"))
        index += 3
      } else if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        title.append(byte)
        index += 3
      } else {
        title.append(bytes[index])
        index += 1
      }
    }
    return String(validating: title, as: UTF8.self) ?? stem
  }

  /// Returns the file name of a page.
  package static func stem(of title: String) -> String {
    let parts = title.split(separator: "/").map { NoteFileName.stem(for: String($0)) }
    let stem = parts.joined(separator: "___")
    return stem.utf8.count <= NoteFileName.longestStem ? stem : NoteFileName.stem(for: title)
  }

  /// The file that marks a vault as Logseq's.
  package static let mark = NotePath("logseq/config.edn")
}

extension NotePath {
  /// Returns the title according to the file name alone; `inLogseq`, as Logseq shows it.
  package func ownTitle(inLogseq: Bool) -> String {
    let stem = stem.text
    let page = inLogseq ? LogseqName.title(of: stem) : stem
    return page == stem ? ownTitle : page
  }
}
