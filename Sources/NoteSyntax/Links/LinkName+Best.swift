package import Entities
import Folding

/// Which of several files a link means.
extension LinkName {
  /// The file that a link in `source` leads to. `files` are those with the link's key, `identified`
  /// the notes that have it as an id: they are meant where no file is. Titles and aliases lead
  /// nowhere: a link is written with the file's name, `[[Real|alias]]`.
  ///
  /// A path is taken from the vault's root (in Markdown links from the note's folder first); a bare
  /// name means the file of that name in the note's folder or below it, else the one with the
  /// shortest path. Case never matters, but of names that differ in case alone the one that is
  /// written wins.
  package func best(
    among files: [NotePath], identified: [NotePath] = [], from source: NotePath
  ) -> NotePath? {
    if let file = match(among: files, from: source)?.file { return file }
    guard mayBeID else { return nil }
    return identified.min {
      $0.bytes.count != $1.bytes.count ? $0.bytes.count < $1.bytes.count : $0 < $1
    }
  }

  /// Whether it says all of the name that Logseq has for a page of this file: `[[a/b]]` for `a___b.md`.
  package func isPage(_ file: NotePath) -> Bool {
    guard kind == .wiki, !isBare else { return false }
    let page = LogseqName.title(of: file.stem.text)
    return page != file.stem.text && Folding.name(page.utf8) == Folding.name(path)
  }

  /// The note in `source`'s vault that this would lead to if it were made; nil where the name is none
  /// that a note can have.
  package func newNote(from source: NotePath) -> NotePath? {
    if isID || path.isEmpty { return nil }
    let isRelative = kind != .wiki || isDotted
    guard let target = Self.joined(isRelative ? source.folder.bytes : [], path) else { return nil }
    let parts = target.split(separator: UInt8(ascii: "/"))
    let isPlain = parts.allSatisfy { part in
      part.first != UInt8(ascii: ".") && !part.contains { $0 < 0x20 || $0 == 0x7f }
    }
    guard isPlain, let name = parts.last, name.count <= NoteFileName.longestStem else { return nil }
    return NotePath(bytes: target + [UInt8(ascii: ".")] + (ending ?? Array("md".utf8)))
  }

  /// How a link's text led to its file.
  enum Way {
    /// From the folder of its note.
    case relative
    /// From the vault's root, or from any folder.
    case root
    /// By its bare name.
    case name
  }

  func match(among files: [NotePath], from source: NotePath) -> (file: NotePath, way: Way)? {
    if isID || files.isEmpty { return nil }
    let relative = isFromRoot ? nil : Self.joined(source.folder.bytes, target)
    let root = isDotted ? nil : Self.joined([], target)
    if kind != .wiki || isDotted, let file = file(at: relative, files, source) {
      return (file, .relative)
    }
    if isBare {
      let name = Folding.name(target)
      return best(of: files, source, written: target) { NotePath(bytes: $0).name.bytes == name }
        .map { ($0, .name) }
    }
    if let file = file(at: root, files, source) { return (file, .root) }
    if kind == .wiki, let file = file(at: relative, files, source) { return (file, .relative) }
    // As other programs do: the end of a path may do for all of it.
    guard let root, !isFromRoot else { return nil }
    let tail = Folding.name([UInt8(ascii: "/")] + root)
    return best(of: files, source, written: root) { $0.hasSuffix(tail) }.map { ($0, .root) }
  }

  private func file(
    at path: [UInt8]?, _ files: [NotePath], _ source: NotePath
  ) -> NotePath? {
    guard let path else { return nil }
    let key = Folding.name(path)
    return best(of: files, source, written: path, isWholePath: true) { $0 == key }
  }

  /// Of the files whose path, folded, fits as it is or without a note's extension, the one that is
  /// meant.
  private func best(
    of files: [NotePath], _ source: NotePath, written: [UInt8], isWholePath: Bool = false,
    where fits: ([UInt8]) -> Bool
  ) -> NotePath? {
    var best: (file: NotePath, rank: Rank)?
    for file in files {
      let (short, ending) = Self.withoutEnding(file.bytes)
      let isWhole = fits(Folding.name(file.withoutLock.bytes))
      guard isWhole || ending != nil && fits(Folding.name(short)) else { continue }
      let isBent = !short.hasSuffix(written) && !file.withoutLock.bytes.hasSuffix(written)
      let rank = Rank(
        isShortened: isWhole ? 0 : 1, isOtherPath: isWholePath && isBent ? 1 : 0,
        isElsewhere: file.isBelow(source.folder) ? 0 : 1, length: UTF16Length.of(short),
        isBent: isBent ? 1 : 0, ending: ending?.count ?? .max)
      guard let found = best else {
        best = (file, rank)
        continue
      }
      if rank < found.rank || rank == found.rank && file < found.file { best = (file, rank) }
    }
    return best?.file
  }

  /// The path from the root of what `path` means in `folder`; nil where it leads out of the vault.
  static func joined(_ folder: [UInt8], _ path: [UInt8]) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    var parts = path.first == slash ? [] : folder.split(separator: slash)
    for part in path.split(separator: slash) {
      if part == [0x2e] { continue }
      if part == [0x2e, 0x2e] {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(part)
      }
    }
    return Array(parts.joined(separator: [slash]))
  }
}

/// What makes one of several files the one that is meant: the smallest.
private struct Rank: Comparable {
  /// The link says its name without the extension: `x.md` is the file `x.md` before `x.md.md`.
  var isShortened: Int
  /// The link says a whole path, and this one differs from it in case or in how letters are put
  /// together.
  var isOtherPath: Int
  /// It is neither in the folder of the link's note nor below it.
  var isElsewhere: Int
  var length: Int
  /// It differs so from the name that the link says.
  var isBent: Int
  /// Markdown before other text.
  var ending: Int

  private var parts: (Int, Int, Int, Int, Int, Int) {
    (isShortened, isOtherPath, isElsewhere, length, isBent, ending)
  }

  static func < (left: Rank, right: Rank) -> Bool { left.parts < right.parts }
}

/// How long a path is to Obsidian, which counts no bytes.
private enum UTF16Length {
  static func of(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : $1 < 0xf0 ? 1 : 2) }
  }
}

extension [UInt8] {
  func hasSuffix(_ tail: [UInt8]) -> Bool { count >= tail.count && suffix(tail.count) == tail[...] }
}
