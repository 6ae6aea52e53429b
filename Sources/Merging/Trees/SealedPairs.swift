import Entities
import Services

/// Notes of one name that both sides made, as today's daily note, in an encrypted vault: each has a file
/// name of its own, and to a person they are one note. They get one file name, so that they are merged.
struct SealedPairs {
  let base: Tree
  let blobs: any BlobReading
  let opener: any AgeOpening
  /// Each is opened: a vault that is new on both sides is not gone through.
  private static let mostOpened = 2_000

  /// The smaller name stays; two devices come to the same.
  func join(_ one: inout Tree, _ other: inout Tree) throws {
    let (mine, theirs) = (new(one, other), new(other, one))
    guard !mine.isEmpty, !theirs.isEmpty, mine.count + theirs.count <= Self.mostOpened else {
      return
    }
    let (first, second) = (try files(mine, one), try files(theirs, other))
    for (place, paths) in first {
      // Of several at one place on one side it is not known which is meant.
      guard let others = second[place], paths.count == 1, others.count == 1 else { continue }
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
        let place = opener.place(of: path, try blobs.bytes(of: entry.blob)),
        place.isOfNote
      else { continue }
      found[place, default: []].append(path)
    }
    return found
  }

  private static func rename(_ path: NotePath, _ other: NotePath, in tree: inout Tree) {
    guard other < path, let entry = tree.removeValue(forKey: path) else { return }
    tree[other] = entry
  }
}
