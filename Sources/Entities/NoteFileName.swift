/// Names of note files: which files are notes, and what a new one is called.
package enum NoteFileName {
  /// Room for a number, an extension and what other systems add, within the usual 255.
  package static let longestStem = 200
  package static let longestName = 255
  private static let extensions = [".md", ".markdown", ".txt"].map { Array($0.utf8) }

  /// What a locked note's name has behind a note's own: `Diary.md.age`.
  static let lockedEnding = Array(".age".utf8)

  /// Whether a file of this name is a note, a locked one too.
  package static func isNote(_ name: UnsafeRawBufferPointer) -> Bool {
    isLocked(name) || isPlainNote(name)
  }

  /// Whether a note of this name is closed with a passphrase of its own.
  package static func isLocked(_ name: UnsafeRawBufferPointer) -> Bool {
    has(lockedEnding, name)
      && isPlainNote(UnsafeRawBufferPointer(rebasing: name.dropLast(lockedEnding.count)))
  }

  private static func isPlainNote(_ name: UnsafeRawBufferPointer) -> Bool {
    // Office has such files next to open documents: `~$Note.md`.
    let isOffice = name.count > 1 && name[0] == UInt8(ascii: "~") && name[1] == UInt8(ascii: "$")
    return name.first != UInt8(ascii: ".") && !isOffice && extensions.contains { has($0, name) }
  }

  /// A name that is nothing but the ending has it not.
  private static func has(_ ending: [UInt8], _ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count > ending.count else { return false }
    let start = name.count - ending.count
    return ending.indices.allSatisfy { lowercased(name[start + $0]) == ending[$0] }
  }

  /// An ASCII letter in its small form; every other byte as it is.
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// A title made safe for every file system and for links to it.
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

  /// The path of a note that gets another title: in the same folder, with the same ending. Of one
  /// that Denote named only the title's part of the name changes.
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

  /// `Stem.md`, `Stem 2.md`, `Stem 3.md`…: endless. Bytes stay as they are, also invalid ones.
  package static func numbered(_ name: [UInt8]) -> some Sequence<[UInt8]> {
    let stem = NotePath(bytes: name).stem.bytes
    let ending = name[stem.count...]
    return sequence(first: 1) { $0 + 1 }.lazy.map { (number: Int) -> [UInt8] in
      if number == 1 { return name }
      let tail = Array(" \(number)".utf8) + ending
      return cut(stem, to: max(1, longestName - tail.count)) + tail
    }
  }

  /// At most this number of bytes, without half a character at the end.
  private static func cut(_ bytes: [UInt8], to limit: Int) -> ArraySlice<UInt8> {
    guard bytes.count > limit else { return bytes[...] }
    var end = limit
    while end > max(1, limit - 3), bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return bytes[..<end]
  }
}

/// Names of pages as Logseq gives them to files: a slash is `___`, in older vaults `%2F`, and what no name
/// may hold is percent-encoded.
package enum LogseqName {
  /// The page that a file of this name is.
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

  /// The name of the file of a page.
  package static func stem(of title: String) -> String {
    let parts = title.split(separator: "/").map { NoteFileName.stem(for: String($0)) }
    let stem = parts.joined(separator: "___")
    return stem.utf8.count <= NoteFileName.longestStem ? stem : NoteFileName.stem(for: title)
  }

  /// Whether the vault whose folder has this file is one of Logseq's.
  package static let mark = NotePath("logseq/config.edn")
}

extension NotePath {
  /// What a note is called by its file's name alone; `inLogseq`, as that shows it.
  package func ownTitle(inLogseq: Bool) -> String {
    let stem = stem.text
    let page = inLogseq ? LogseqName.title(of: stem) : stem
    return page == stem ? ownTitle : page
  }
}
