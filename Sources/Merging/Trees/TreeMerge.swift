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
  /// Without an `opener` encrypted files that both sides changed are both kept. `templates` is the folder
  /// of those: two new notes of one name may have come of one.
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
      return MergedTree(files: single.mapValues { .kept($0) }, events: events.inOrder())
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
