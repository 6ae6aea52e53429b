import Bytes
import Comparing
import Entities
import NoteSyntax
import Services

/// A merge of two trees in progress: first the pieces, then their names, then their links.
struct TreeWork {
  private let base: Tree
  private let sides: [MergeSide]
  private let blobs: BlobCache
  private let opener: (any AgeOpening)?
  private let templates: TemplateTexts?
  private(set) var events: Set<MergeEvent> = []
  private var pieces: [MergePiece] = []

  init(
    base: Tree, sides: [MergeSide], blobs: BlobCache, opener: (any AgeOpening)?,
    templates: NotePath?
  ) throws {
    (self.base, self.sides, self.blobs, self.opener) = (base, sides, blobs, opener)
    self.templates = try templates.map {
      try TemplateTexts(in: $0, of: [base] + sides.map(\.tree), blobs)
    }
  }

  mutating func run() throws -> [NotePath: MergedFile] {
    try gather()
    let names = MergeNames.names(of: pieces)
    let sideLinks = (0..<2).map { links(of: $0, names) }
    var files: [NotePath: MergedFile] = [:]
    for (piece, name) in zip(pieces, names) {
      let content = try followed(piece, named: name, sideLinks)
      tell(of: piece, content, named: name, names)
      switch content {
      case .unchanged(let entry, _): files[name] = .unchanged(entry)
      case .written(let kind, let text): files[name] = .written(kind, text.bytes)
      }
    }
    return files
  }

  /// The side that committed last; in the same second, the one with the smaller hash.
  private var later: Int { sides[1].date > sides[0].date ? 1 : 0 }

  /// Returns the names in a file's conflict marks.
  private func names(of sources: [MergeSource?]) -> ConflictNames {
    func name(_ index: Int) -> String {
      sources[index].map { sides[index].name(of: $0.path) } ?? sides[index].name
    }
    return ConflictNames(name(0), name(1))
  }

  // MARK: - Pieces

  private mutating func gather() throws {
    let renames = try RenameSearch.renames(from: base, to: sides.map(\.tree), blobs: blobs)
    var known: [Set<NotePath>] = [[], []]
    for (path, entry) in base.sorted(by: { $0.key < $1.key }) {
      let sources = (0..<2).map { index in
        source(index, sides[index].tree[path] == nil ? renames[index][path] : path)
      }
      for index in 0..<2 { if let source = sources[index] { known[index].insert(source.path) } }
      try add(MergeSource(path: path, entry: entry), sources)
    }
    let new = (0..<2).map { index in sides[index].tree.keys.filter { !known[index].contains($0) } }
    for path in Set(new[0]).union(new[1]).sorted() {
      let sources = (0..<2).map { known[$0].contains(path) ? nil : source($0, path) }
      try add(nil, sources)
    }
  }

  private func source(_ index: Int, _ path: NotePath?) -> MergeSource? {
    guard let path, let entry = sides[index].tree[path] else { return nil }
    return MergeSource(path: path, entry: entry)
  }

  private mutating func add(_ base: MergeSource?, _ sources: [MergeSource?]) throws {
    if let one = sources[0], let other = sources[1] { return try add(base, both: [one, other]) }
    guard let index = sources.firstIndex(where: { $0 != nil }), let source = sources[index] else {
      return
    }
    // One side removed it: it is dropped, unless the other side changed or renamed it.
    if source == base { return }
    var piece = MergePiece(
      sources: sources, base: base?.entry, content: .unchanged(source.entry, isOf: index),
      wanted: source.path, rank: rank(base, source.path, [index]))
    if base != nil { piece.remarks = [.deletionOverruled(side: sides[1 - index].name)] }
    pieces.append(piece)
  }

  private mutating func add(_ base: MergeSource?, both sources: [MergeSource]) throws {
    let (one, other) = (sources[0].path, sources[1].path)
    var path = one
    var remarks: [MergePiece.Remark] = []
    var namers = [0, 1]
    if one != other {
      let isRenamedTwice = one != base?.path && other != base?.path
      let namer = isRenamedTwice ? later : one == base?.path ? 1 : 0
      path = sources[namer].path
      namers = [namer]
      if isRenamedTwice { remarks = [.renamedTwice(instead: sources[1 - namer].path)] }
    }
    let merge = EntryMerge(
      blobs: blobs, opener: opener, names: names(of: sources), later: later, templates: templates)
    var piece = MergePiece(
      sources: sources, base: base?.entry, content: .unchanged(sources[0].entry, isOf: 0),
      wanted: path,
      rank: rank(base, path, namers), remarks: remarks)
    switch try merge.merge(base: base, sources, at: path) {
    case .one(let content, let isMerged):
      piece.content = content
      if isMerged { piece.remarks.append(.merged) }
      pieces.append(piece)
    case .both: keepBoth(piece, sources) { .copied(of: $0, side: $1) }
    case .identities: keepBoth(piece, sources) { .identity(of: $0, side: $1) }
    }
  }

  /// Keeps both versions; the second side's becomes the copy.
  private mutating func keepBoth(
    _ piece: MergePiece, _ sources: [MergeSource],
    remark: (_ piece: Int, _ side: String) -> MergePiece.Remark
  ) {
    var (first, copy) = (piece, piece)
    first.sources = [sources[0], nil]
    copy.sources = [nil, sources[1]]
    copy.content = .unchanged(sources[1].entry, isOf: 1)
    copy.wanted = MergeNames.copy(
      of: piece.wanted, from: sides[1].name(of: sources[1].path), blob: sources[1].entry.blob)
    copy.rank.kind = .copy
    copy.remarks = [remark(pieces.count, sides[1].name)]
    pieces += [first, copy]
  }

  private func rank(_ base: MergeSource?, _ path: NotePath, _ namers: [Int]) -> NameRank {
    let first = namers.min { (sides[$0].date, $0) < (sides[$1].date, $1) } ?? 0
    return NameRank(
      kind: path == base?.path ? .old : .new, date: sides[first].date, hash: sides[first].hash,
      before: base?.path ?? path)
  }

  // MARK: - Links

  private func links(of index: Int, _ names: [NotePath]) -> SideLinks {
    var moves: [NotePath: NotePath] = [:]
    var isNewToAll = false
    for (piece, name) in zip(pieces, names) {
      guard let path = piece.sources[index]?.path, path != name else { continue }
      moves[path] = name
      let isOld = piece.rank.kind == .old && piece.rank.before == path
      if isOld, piece.sources[1 - index]?.path != name { isNewToAll = true }
    }
    return SideLinks(of: sides[index].tree, moves: moves, reachesUnchanged: isNewToAll)
  }

  /// Returns the piece with each side's links updated to the files' new paths.
  private func followed(
    _ piece: MergePiece, named name: NotePath, _ links: [SideLinks]
  ) throws -> MergePiece.Content {
    let present = (0..<2).filter { piece.sources[$0]?.entry.kind.isFile == true }
    guard let first = present.first, present.contains(where: { !links[$0].isEmpty }),
      SideLinks.mayLink(name)
    else { return piece.content }
    var texts: [Int: [UInt8]] = [:]
    for index in present {
      guard let source = piece.sources[index],
        links[index].reachesUnchanged || source.entry.blob != piece.base?.blob,
        let text = links[index].followed(try blobs.bytes(of: source.entry.blob), at: source.path)
      else { continue }
      texts[index] = text
    }
    if texts.isEmpty { return piece.content }
    func text(_ index: Int) throws -> [UInt8] {
      if let text = texts[index] { return text }
      return try blobs.bytes(of: piece.sources[index]?.entry.blob ?? "")
    }
    var kind = TreeEntry.Kind.file
    switch piece.content {
    case .unchanged(let entry, _): kind = entry.kind
    case .written(let written, _): kind = written
    }
    if present.count == 1 { return .written(kind, MergedText(bytes: try text(first))) }
    let old = try piece.base.flatMap { $0.kind.isFile ? try blobs.bytes(of: $0.blob) : nil }
    let merged = FileMerge.merge(
      at: name, base: old, one: try text(0), other: try text(1),
      names: names(of: piece.sources))
    return merged.map { .written(kind, $0) } ?? piece.content
  }

  // MARK: - Events

  private mutating func tell(
    of piece: MergePiece, _ content: MergePiece.Content, named name: NotePath, _ names: [NotePath]
  ) {
    if name != piece.wanted { events.insert(.nameTaken(piece.wanted, now: name)) }
    var conflicts = 0
    if case .written(_, let text) = content {
      conflicts = text.conflicts
      if case .unchanged = piece.content { events.insert(.linksFollowed(name)) }
    }
    if conflicts > 0 { events.insert(.conflicts(name, count: conflicts)) }
    for remark in piece.remarks {
      switch remark {
      case .merged: if conflicts == 0 { events.insert(.merged(name)) }
      case .copied(let first, let side):
        events.insert(.keptBoth(names[first], copy: name, side: side))
      case .identity(let first, let side):
        events.insert(.identitiesDiffer(names[first], copy: name, side: side))
      case .deletionOverruled(let side): events.insert(.deletionOverruled(name, side: side))
      case .renamedTwice(let instead): events.insert(.renamedTwice(name, instead: instead))
      }
    }
  }
}

/// Gives each piece a unique name that is not the path of a folder either.
private enum MergeNames {
  /// Returns the names in the order of the pieces.
  static func names(of pieces: [MergePiece]) -> [NotePath] {
    let wanted = Set(pieces.map(\.wanted))
    var folders: Set<NotePath> = []
    for path in wanted {
      var folder = path.folder
      while !folder.bytes.isEmpty, folders.insert(folder).inserted { folder = folder.folder }
    }
    var names = pieces.map(\.wanted)
    var taken: Set<NotePath> = []
    let order = pieces.indices.sorted {
      let (one, other) = (pieces[$0], pieces[$1])
      if one.wanted != other.wanted { return one.wanted < other.wanted }
      return one.rank != other.rank ? one.rank < other.rank : $0 < $1
    }
    for index in order {
      let path = pieces[index].wanted
      if !folders.contains(path), taken.insert(path).inserted { continue }
      let free = { (name: NotePath) in
        !wanted.contains(name) && !folders.contains(name) && !taken.contains(name)
      }
      for bytes in NoteFileName.numbered(path.name.bytes) {
        let name = path.folder.appending(NotePath(bytes: bytes))
        guard name != path, free(name) else { continue }
        names[index] = name
        taken.insert(name)
        break
      }
    }
    return names
  }

  /// Returns `pic (from laptop 2026-03-02 0900).png`.
  static func copy(of path: NotePath, from side: String, blob: String) -> NotePath {
    if path.isSealed { return path.folder.appending(sealedName(for: blob)) }
    let stem = path.stem.bytes
    let ending = path.name.bytes.dropFirst(stem.count)
    let tail = Array(" (from \(NoteFileName.stem(for: side)))".utf8) + ending
    var shortened = stem.prefix(max(1, NoteFileName.longestName - tail.count))
    if shortened.count < stem.count {
      while shortened.count > 1, stem[shortened.endIndex] & 0xc0 == 0x80, let last = shortened.last,
        last >= 0x80
      {
        shortened.removeLast()
        if last & 0xc0 != 0x80 { break }
      }
    }
    return path.folder.appending(NotePath(bytes: shortened + tail))
  }

  /// Returns a file name for a note of an encrypted vault, derived from the blob, so that it is the
  /// same on all devices. The last letter has only three bits of the ID.
  private static func sealedName(for blob: String) -> NotePath {
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    var name = blob.utf8.prefix(26).map { digit in
      letters[Character(Unicode.Scalar(digit)).hexDigitValue ?? 0]
    }
    while name.count < 26 { name.append(letters[0]) }
    let last = letters.firstIndex(of: name[25]) ?? 0
    name[25] = letters[last & ~3]
    return NotePath(bytes: name + Array(".age".utf8))
  }
}

/// The links in a side's notes, which follow files that are renamed in the merged tree.
private struct SideLinks {
  private let rewriting: LinkRewriting?
  /// Whether to update the links in notes that the side did not change. A side that renames a file
  /// updates its own notes; a name that the merge itself gives is new to all notes.
  let reachesUnchanged: Bool

  init(of tree: Tree, moves: [NotePath: NotePath], reachesUnchanged: Bool) {
    self.reachesUnchanged = reachesUnchanged && !moves.isEmpty
    if moves.isEmpty {
      rewriting = nil
      return
    }
    let files = Dictionary(grouping: tree.keys) { LinkName.key(of: $0) }.mapValues { $0.sorted() }
    rewriting = LinkRewriting(moves: moves, files: { files[$0] ?? [] })
  }

  var isEmpty: Bool { rewriting == nil }

  /// Returns the text with updated links; nil if none changes.
  func followed(_ bytes: [UInt8], at path: NotePath) -> [UInt8]? {
    guard let rewriting else { return nil }
    let edits =
      LinkRewriting.isBoard(path)
      ? rewriting.edits(inBoard: bytes, at: path) : rewriting.edits(in: bytes, at: path)
    return edits.isEmpty ? nil : ByteEdit.apply(edits, to: bytes)
  }

  /// Whether a file with this name may have links.
  static func mayLink(_ path: NotePath) -> Bool {
    path.isOfNote && !path.isLocked
      || LinkRewriting.isBoard(path)
  }
}
