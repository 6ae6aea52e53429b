package import Entities
import Folding

/// Chooses among several files that a link may mean.
extension LinkName {
  /// Returns the target of a link in `source`. `files`: those with the link's key. `identified`:
  /// the notes with that id, which are the target only if no file is. Titles and aliases do not
  /// name a target; a link is written with the file's name, `[[Real|alias]]`.
  ///
  /// A path begins at the vault's root; in Markdown links, the note's folder is tried first. A bare
  /// name means the file of that name in the note's folder or below it; failing that, the one with
  /// the shortest path. Case never matters, except among names that differ only in case.
  package func best(
    among files: [NotePath], identified: [NotePath] = [], from source: NotePath
  ) -> NotePath? {
    if let file = match(among: files, from: source)?.file { return file }
    guard mayBeID else { return nil }
    return identified.min {
      $0.bytes.count != $1.bytes.count ? $0.bytes.count < $1.bytes.count : $0 < $1
    }
  }

  /// Whether the link gives the whole name that Logseq has for the file: `[[a/b]]` for `a___b.md`.
  package func isPage(_ file: NotePath) -> Bool {
    guard kind == .wiki, !isBare else { return false }
    let page = LogseqName.title(of: file.stem.text)
    return page != file.stem.text && Folding.name(page.utf8) == Folding.name(path)
  }

  /// Returns the path of the note that this link would lead to if it existed; nil if a note cannot
  /// have the name.
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

  /// The way in which a link's text led to its file.
  enum Way {
    /// Relative to the folder of its note.
    case relative
    /// From the vault's root, or by the end of a path.
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
    // Like other programs, accepts the end of a path in place of the whole.
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

  /// Returns the best of the files whose folded path fits as it is or without a note's extension.
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

  /// Returns the path from the root for `path` in `folder`; nil if it leaves the vault.
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

/// Ranks files that a link may mean; the smallest rank wins.
private struct Rank: Comparable {
  /// Whether the link omits the extension: `x.md` means the file `x.md` before `x.md.md`.
  var isShortened: Int
  /// Whether the link gives a whole path, and the file's differs from it in case or Unicode form.
  var isOtherPath: Int
  /// Whether the file is outside the folder of the link's note.
  var isElsewhere: Int
  var length: Int
  /// Whether the file's name differs from the link's in case or Unicode form.
  var isBent: Int
  /// Ranks Markdown before other text.
  var ending: Int

  private var parts: (Int, Int, Int, Int, Int, Int) {
    (isShortened, isOtherPath, isElsewhere, length, isBent, ending)
  }

  static func < (left: Rank, right: Rank) -> Bool { left.parts < right.parts }
}

/// The length of a path in UTF-16 code units, which Obsidian compares.
private enum UTF16Length {
  static func of(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : $1 < 0xf0 ? 1 : 2) }
  }
}

extension [UInt8] {
  func hasSuffix(_ tail: [UInt8]) -> Bool { count >= tail.count && suffix(tail.count) == tail[...] }
}
