import Bytes
import Comparing
import Entities
import Services

/// Decides about a file that both sides have.
struct EntryMerge {
  let blobs: BlobCache
  let opener: (any AgeOpening)?
  let names: ConflictNames
  let later: Int
  let templates: TemplateTexts?

  enum Outcome {
    case one(MergePiece.Content, isMerged: Bool)
    case both
    /// Both versions stay, and the sync must stop.
    case identities
  }

  /// The identity is never merged: no note would open with a mix of two.
  static let identity = NotePath(".notes-tui/identity.age")

  func merge(
    base: MergeSource?, _ sources: [MergeSource], at path: NotePath
  ) throws -> Outcome {
    let (old, one, other) = (base?.entry, sources[0].entry, sources[1].entry)
    if one == other || other == old { return .one(.unchanged(one, isOf: 0), isMerged: false) }
    if one == old { return .one(.unchanged(other, isOf: 1), isMerged: false) }
    if sources.contains(where: { $0.path == Self.identity }) {
      return one.blob == other.blob ? .one(.unchanged(one, isOf: 0), isMerged: false) : .identities
    }
    guard one.kind.isFile, other.kind.isFile else {
      // A commit of another repository: no text can be lost.
      guard one.kind == .submodule, other.kind == .submodule else { return .both }
      return .one(.unchanged([one, other][later], isOf: later), isMerged: false)
    }
    let kind = Self.kind(old, one, other)
    let oldBlob = old?.kind.isFile == true ? old?.blob : nil
    if one.blob == other.blob || other.blob == oldBlob {
      return .one(.unchanged(TreeEntry(kind, blob: one.blob), isOf: 0), isMerged: false)
    }
    if one.blob == oldBlob {
      return .one(.unchanged(TreeEntry(kind, blob: other.blob), isOf: 1), isMerged: false)
    }
    if path.isWindowState {
      return .one(.unchanged(sources[later].entry, isOf: later), isMerged: false)
    }
    if path.isClosed {
      guard let opener else { return .both }
      let work = AgeMerge(opener: opener, blobs: blobs, names: names, later: later)
      let content = try work.merge(
        base: old?.kind.isFile == true ? base : nil, sources, at: path)
      return content.map { .one($0, isMerged: true) } ?? .both
    }
    let (text, otherText) = (try blobs.bytes(of: one.blob), try blobs.bytes(of: other.blob))
    let oldText =
      try oldBlob.map(blobs.bytes)
      ?? (base == nil ? templates?.base(of: text, otherText, at: path) : nil)
    let merged = FileMerge.merge(
      at: path, base: oldText, one: text, other: otherText, names: names)
    return merged.map { .one(.written(kind, $0), isMerged: true) } ?? .both
  }

  static func kind(
    _ base: TreeEntry?, _ one: TreeEntry, _ other: TreeEntry
  ) -> TreeEntry.Kind {
    if one.kind == other.kind { return one.kind }
    guard let base, base.kind.isFile else { return .executable }
    return base.kind == one.kind ? other.kind : one.kind
  }
}

/// The templates of a vault, as a possible common origin of two new notes of the same name.
struct TemplateTexts {
  private let folder: NotePath
  private let texts: [TextLines]
  private static let most = 100
  private static let largest = 1 << 16

  /// Reads the templates in any of these states of the vault.
  init(in folder: NotePath, of trees: [Tree], _ blobs: BlobCache) throws {
    self.folder = folder
    let entries = trees.flatMap { tree in
      tree.filter { $0.value.kind.isFile && $0.key.isIn(folder) }.values.map(\.blob)
    }
    texts = try Set(entries).sorted().prefix(Self.most).map(blobs.bytes)
      .filter { $0.count <= Self.largest }.map { TextLines($0) }
  }

  /// Returns the template with the most lines in common; nil if none has half of its lines in both texts.
  func base(of one: [UInt8], _ other: [UInt8], at path: NotePath) -> [UInt8]? {
    if texts.isEmpty || path.isIn(folder) { return nil }
    let (lines, others) = (Self.lines(of: TextLines(one)), Self.lines(of: TextLines(other)))
    var best: (text: TextLines, common: Int)?
    for text in texts {
      let own = Self.lines(of: text)
      let least = min(own.intersection(lines).count, own.intersection(others).count)
      guard least > 0, 2 * least >= own.count, least > best?.common ?? 0 else { continue }
      best = (text, least)
    }
    return best.map { Array($0.text[0..<$0.text.count]) }
  }

  /// Returns the significant lines, without those that differ from note to note.
  private static func lines(of text: TextLines) -> Set<[UInt8]> {
    Set((0..<text.count).map { Array(text.text(of: $0)) }).filter { line in
      !line.allSatisfy(Byte.isBlank) && line.firstRange(of: "{{".utf8) == nil
    }
  }
}

extension NotePath {
  fileprivate func isIn(_ folder: NotePath) -> Bool {
    !folder.bytes.isEmpty && bytes.starts(with: folder.bytes + [Byte.slash])
  }
}
