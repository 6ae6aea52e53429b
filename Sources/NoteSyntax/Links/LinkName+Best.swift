package import Entities

/// Which of several files a link means.
extension LinkName {
  /// The file that a link in `source` leads to. `files` are those with the link's key, `titled`
  /// the notes that have it as a title, an alias or an id: they are meant where no file is.
  ///
  /// A path is taken from the vault's root (in Markdown links from the note's folder first); a bare
  /// name means the file of that name with the shortest path. Case never matters, but of names
  /// that differ in case alone the one that is written wins.
  package func best(
    among files: [NotePath], titled: [NotePath] = [], from source: NotePath
  ) -> NotePath? {
    if let file = place(among: files, from: source)?.file { return file }
    guard !isDotted, !isFromRoot, isBare || kind == .wiki else { return nil }
    return titled.min(by: Self.isShorter)
  }

  /// The note in `source`'s vault that this would lead to if it were made; nil where the name is none
  /// that a note can have.
  package func newNote(from source: NotePath) -> NotePath? {
    if isID || path.isEmpty { return nil }
    let isRelative = kind != .wiki || isDotted
    guard let place = Self.joined(isRelative ? source.folder.bytes : [], path) else { return nil }
    let parts = place.split(separator: UInt8(ascii: "/"))
    let isPlain = parts.allSatisfy { part in
      part.first != UInt8(ascii: ".") && !part.contains { $0 < 0x20 || $0 == 0x7f }
    }
    guard isPlain, let name = parts.last, name.count <= NoteFileName.longestStem else { return nil }
    return NotePath(bytes: place + [UInt8(ascii: ".")] + (ending ?? Array("md".utf8)))
  }

  /// How a link's text led to its file.
  enum Way {
    /// From the folder of the note that it stands in.
    case relative
    /// From the vault's root, or from any folder.
    case root
    /// By its bare name.
    case name
  }

  func place(among files: [NotePath], from source: NotePath) -> (file: NotePath, way: Way)? {
    if isID { return nil }
    let fitting = files.filter { ending == nil || Self.withoutEnding($0.bytes).ending == ending }
    guard !fitting.isEmpty else { return nil }
    let relative = isFromRoot ? nil : Self.joined(source.folder.bytes, path)
    let root = isDotted ? nil : Self.joined([], path)
    if kind != .wiki || isDotted {
      if let file = exact(relative, fitting) { return (file, .relative) }
    }
    if isBare {
      return fitting.filter { Folding.name(Self.withoutEnding($0.name.bytes).path) == key }
        .min(by: isBetter).map { ($0, .name) }
    }
    if let file = exact(root, fitting) { return (file, .root) }
    if kind == .wiki, let file = exact(relative, fitting) { return (file, .relative) }
    // As other programs do: the end of a path may do for all of it.
    guard let root, !isFromRoot else { return nil }
    let tail = Folding.name([UInt8(ascii: "/")] + root)
    return fitting.filter { Folding.name(Self.withoutEnding($0.bytes).path).hasSuffix(tail) }
      .min(by: isBetter).map { ($0, .root) }
  }

  private func exact(_ wanted: [UInt8]?, _ files: [NotePath]) -> NotePath? {
    guard let wanted else { return nil }
    let key = Folding.name(wanted)
    let found = files.filter { Folding.name(Self.withoutEnding($0.bytes).path) == key }
    // `Note.MD` and `note.md` may stand side by side.
    return found.min { left, right in
      let isLeftWritten = Self.withoutEnding(left.bytes).path == wanted
      let isRightWritten = Self.withoutEnding(right.bytes).path == wanted
      if isLeftWritten != isRightWritten { return isLeftWritten }
      return isBetter(left, right)
    }
  }

  /// The shorter path first; then what is written as the link is; then Markdown before other text.
  private func isBetter(_ left: NotePath, _ right: NotePath) -> Bool {
    let (leftPath, leftEnding) = Self.withoutEnding(left.bytes)
    let (rightPath, rightEnding) = Self.withoutEnding(right.bytes)
    if leftPath.count != rightPath.count { return leftPath.count < rightPath.count }
    let (isLeftWritten, isRightWritten) = (leftPath.hasSuffix(path), rightPath.hasSuffix(path))
    if isLeftWritten != isRightWritten { return isLeftWritten }
    if leftEnding?.count != rightEnding?.count {
      return leftEnding?.count ?? .max < rightEnding?.count ?? .max
    }
    return left < right
  }

  private static func isShorter(_ left: NotePath, _ right: NotePath) -> Bool {
    left.bytes.count != right.bytes.count ? left.bytes.count < right.bytes.count : left < right
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

extension [UInt8] {
  func hasSuffix(_ tail: [UInt8]) -> Bool { count >= tail.count && suffix(tail.count) == tail[...] }
}
