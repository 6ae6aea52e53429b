package import Comparing
package import Entities
package import Services

/// Merges two versions of an encrypted file: decrypts, merges and encrypts again.
struct AgeMerge {
  let opener: any AgeOpening
  let blobs: BlobCache
  let names: ConflictNames
  /// The side that committed last.
  let later: Int

  /// Returns nil if one of them cannot be decrypted, or if both must stay.
  func merge(
    base: MergeSource?, _ sources: [MergeSource], at path: NotePath
  ) throws -> MergePiece.Content? {
    var plain: [[UInt8]] = []
    for source in sources {
      guard let text = try opened(source) else { return nil }
      plain.append(text)
    }
    let old = try base.flatMap(opened)
    // Two encryptions of the same text always differ.
    if plain[0] == plain[1] {
      let index = sources[0].entry.blob <= sources[1].entry.blob ? 0 : 1
      return .unchanged(sources[index].entry, isOf: index)
    }
    if plain[0] == old { return .unchanged(sources[1].entry, isOf: 1) }
    if plain[1] == old { return .unchanged(sources[0].entry, isOf: 0) }
    guard let merged = try merged(old, plain, at: path) else { return nil }
    for (index, text) in plain.enumerated() where text == merged.bytes {
      return .unchanged(sources[index].entry, isOf: index)
    }
    let closed = try opener.close(path, merged.bytes)
    let kind = EntryMerge.kind(base?.entry, sources[0].entry, sources[1].entry)
    return .written(kind, MergedText(bytes: closed, conflicts: merged.conflicts))
  }

  private func opened(_ source: MergeSource) throws -> [UInt8]? {
    try opener.open(source.path, try blobs.bytes(of: source.entry.blob))
  }

  private func merged(
    _ old: [UInt8]?, _ plain: [[UInt8]], at path: NotePath
  ) throws -> MergedText? {
    SealedTexts.merge(old, plain, at: path, names: names, later: later)
  }
}

extension FileMerge {
  /// Merges two states of an encrypted vault's file: decrypts, merges and encrypts again. Returns
  /// nil if one cannot be decrypted, or if both must stay.
  package static func merge(
    closedAt path: NotePath, base: [UInt8]?, one: [UInt8], other: [UInt8], names: ConflictNames,
    opener: any AgeOpening
  ) throws -> MergedText? {
    guard let first = try opener.open(path, one), let second = try opener.open(path, other) else {
      return nil
    }
    if first == second { return MergedText(bytes: one, conflicts: 0) }
    let old = try base.flatMap { try opener.open(path, $0) }
    guard
      let merged = SealedTexts.merge(old, [first, second], at: path, names: names, later: 0)
    else { return nil }
    if merged.bytes == first { return MergedText(bytes: one, conflicts: merged.conflicts) }
    if merged.bytes == second { return MergedText(bytes: other, conflicts: merged.conflicts) }
    return MergedText(bytes: try opener.close(path, merged.bytes), conflicts: merged.conflicts)
  }
}

/// Merges the texts of two files in an encrypted vault.
private enum SealedTexts {
  static func merge(
    _ old: [UInt8]?, _ plain: [[UInt8]], at path: NotePath, names: ConflictNames, later: Int
  ) -> MergedText? {
    let heads = plain.map(SealedHead.init)
    guard let one = heads[0], let other = heads[1] else {
      let name = path.withoutLock == path ? NotePath("note.md") : path.withoutLock
      return FileMerge.merge(at: name, base: old, one: plain[0], other: plain[1], names: names)
    }
    // The note's path is part of its text.
    let before = old.flatMap(SealedHead.init)
    var head = [one, other][later]
    if one.line == before?.line { head = other }
    if other.line == before?.line { head = one }
    guard
      var merged = FileMerge.merge(
        at: head.path, base: before?.text, one: one.text, other: other.text, names: names)
    else { return nil }
    merged.bytes = head.line + merged.bytes
    return merged
  }
}

/// The first line of a sealed note's text: `<!-- notes-tui: daily/2026-03-02.md -->`.
private struct SealedHead {
  let line: [UInt8]
  let path: NotePath
  let text: [UInt8]

  private static let opening = Array("<!-- notes-tui: ".utf8)
  private static let closing = Array(" -->".utf8)

  init?(_ plain: [UInt8]) {
    guard plain.starts(with: Self.opening), let end = plain.firstIndex(of: 0x0a) else { return nil }
    let name = plain[Self.opening.count..<end]
    guard name.suffix(Self.closing.count).elementsEqual(Self.closing) else { return nil }
    line = Array(plain[...end])
    path = NotePath(bytes: Array(name.dropLast(Self.closing.count)))
    text = Array(plain[(end + 1)...])
  }
}
