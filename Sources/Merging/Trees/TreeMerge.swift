package import Entities
package import Services

/// Two states of a vault that came of one, brought together.
///
/// ```swift
/// let merged = try TreeMerge.merge(base: old, one: mine, other: theirs, blobs: repository)
/// ```
///
/// It looks at the two sides alone, not at who merges them: with the sides exchanged each byte is the
/// same. Every line that a side added is in some file of the result.
package enum TreeMerge {
  /// Without an `opener` encrypted files that both sides changed both stay. `templates` is the
  /// folder of those: two new notes of one name may come from one.
  package static func merge(
    base: Tree, one: MergeSide, other: MergeSide, blobs: any BlobReading,
    opener: (any AgeOpening)? = nil, templates: NotePath? = nil
  ) throws -> MergedTree {
    let isSwapped =
      one.hash == other.hash
      ? other.name.utf8.lexicographicallyPrecedes(one.name.utf8)
      : other.hash.utf8.lexicographicallyPrecedes(one.hash.utf8)
    var (first, second) = isSwapped ? (other, one) : (one, other)
    var events: Set<MergeEvent> = []
    var base = base
    for path in Set(first.tree.keys).union(second.tree.keys) {
      guard let refusal = PathRefusal(path) else { continue }
      events.insert(.refused(path, refusal))
      first.tree[path] = nil
      second.tree[path] = nil
      base[path] = nil
    }
    if let single = single(base, first.tree, second.tree) {
      return MergedTree(files: single.mapValues { .unchanged($0) }, events: events.inOrder())
    }
    if let opener {
      try SealedPairs(base: base, blobs: blobs, opener: opener).join(&first.tree, &second.tree)
    }
    var work = try TreeWork(
      base: base, sides: [first, second], blobs: BlobCache(blobs), opener: opener,
      templates: templates)
    let files = try work.run()
    return MergedTree(files: files, events: events.union(work.events).inOrder())
  }

  /// The side that alone changed something.
  private static func single(_ base: Tree, _ one: Tree, _ other: Tree) -> Tree? {
    if one == other || other == base { return one }
    return one == base ? other : nil
  }
}

extension Set<MergeEvent> {
  /// By their paths; those of one path always in one order.
  fileprivate func inOrder() -> [MergeEvent] {
    sorted {
      let (one, other) = ($0.path, $1.path)
      return one != other ? one < other : "\($0)".utf8.lexicographicallyPrecedes("\($1)".utf8)
    }
  }
}

extension MergeEvent {
  /// What it is about, by its name in the merged tree.
  package var path: NotePath {
    switch self {
    case .merged(let path), .conflicts(let path, _), .keptBoth(let path, _, _),
      .deletionOverruled(let path, _), .renamedTwice(let path, _), .nameTaken(_, let path),
      .linksFollowed(let path), .identitiesDiffer(let path, _, _), .refused(let path, _):
      path
    }
  }
}

/// Notes of one name that both sides made, as today's daily note, in an encrypted vault: each has a file
/// name of its own, and to a person they are one note. They get one file name, so that they are merged.
private struct SealedPairs {
  let base: Tree
  let blobs: any BlobReading
  let opener: any AgeOpening
  /// Each is opened: a vault that is new on both sides is not gone through.
  private static let mostOpened = 2_000

  /// The smaller name stays; two devices get the same result.
  func join(_ one: inout Tree, _ other: inout Tree) throws {
    let (mine, theirs) = (new(one, other), new(other, one))
    guard !mine.isEmpty, !theirs.isEmpty, mine.count + theirs.count <= Self.mostOpened else {
      return
    }
    let (first, second) = (try files(mine, one), try files(theirs, other))
    for (path, paths) in first {
      // Of several at one path on one side it is not known which is meant.
      guard let others = second[path], paths.count == 1, others.count == 1 else { continue }
      Self.rename(paths[0], others[0], in: &one)
      Self.rename(others[0], paths[0], in: &other)
    }
  }

  private func new(_ tree: Tree, _ other: Tree) -> [NotePath] {
    tree.filter { path, entry in
      path.isSealed && entry.kind.isFile && base[path] == nil && other[path] == nil
    }.map(\.key)
  }

  /// By where their notes are in the vault. Only texts can be merged.
  private func files(_ paths: [NotePath], _ tree: Tree) throws -> [NotePath: [NotePath]] {
    var found: [NotePath: [NotePath]] = [:]
    for path in paths {
      guard let entry = tree[path],
        let key = opener.notePath(of: path, try blobs.bytes(of: entry.blob)),
        key.isOfNote
      else { continue }
      found[key, default: []].append(path)
    }
    return found
  }

  private static func rename(_ path: NotePath, _ other: NotePath, in tree: inout Tree) {
    guard other < path, let entry = tree.removeValue(forKey: path) else { return }
    tree[other] = entry
  }
}
