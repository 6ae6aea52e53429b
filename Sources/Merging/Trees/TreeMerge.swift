package import Entities
package import Services

/// Merges two states of a vault with a common origin.
///
/// ```swift
/// let merged = try TreeMerge.merge(base: old, one: mine, other: theirs, blobs: repository)
/// ```
///
/// The result depends only on the two sides, not on the device: swapping them does not change a
/// byte. Every line that a side added is in some file of the result.
package enum TreeMerge {
  /// Merges the trees. Without an `opener`, both versions of an encrypted file stay if both sides changed
  /// it. `templates` is the folder of templates: two new notes of the same name may come from one.
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

  /// Returns the result if only one side changed anything.
  private static func single(_ base: Tree, _ one: Tree, _ other: Tree) -> Tree? {
    if one == other || other == base { return one }
    return one == base ? other : nil
  }
}

extension Set<MergeEvent> {
  /// Returns the events in a fixed order, by path.
  fileprivate func inOrder() -> [MergeEvent] {
    sorted {
      let (one, other) = ($0.path, $1.path)
      return one != other ? one < other : "\($0)".utf8.lexicographicallyPrecedes("\($1)".utf8)
    }
  }
}

extension MergeEvent {
  /// The path of the file, in the merged tree.
  package var path: NotePath {
    switch self {
    case .merged(let path), .conflicts(let path, _), .keptBoth(let path, _, _),
      .deletionOverruled(let path, _), .renamedTwice(let path, _), .nameTaken(_, let path),
      .linksFollowed(let path), .identitiesDiffer(let path, _, _), .refused(let path, _):
      path
    }
  }
}

/// In an encrypted vault, two sides may each make a note with the same path, such as today's daily
/// note, in files of different names. They get the same file name, so that they are merged.
private struct SealedPairs {
  let base: Tree
  let blobs: any BlobReading
  let opener: any AgeOpening
  /// Each file is decrypted, so there is a limit for a vault that is new on both sides.
  private static let mostOpened = 2_000

  /// Renames the pairs to the smaller name, so that two devices get the same result.
  func join(_ one: inout Tree, _ other: inout Tree) throws {
    let (mine, theirs) = (new(one, other), new(other, one))
    guard !mine.isEmpty, !theirs.isEmpty, mine.count + theirs.count <= Self.mostOpened else {
      return
    }
    let (first, second) = (try files(mine, one), try files(theirs, other))
    for (path, paths) in first {
      // If a side has several files for the path, the right one is unknown.
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

  /// Returns the files by their notes' paths. Only notes can be merged.
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
