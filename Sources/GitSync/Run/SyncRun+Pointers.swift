import Entities
import Files
import Merging
import Services

extension SyncRun {
  /// Of a file that git-lfs keeps git has a pointer, and a sync sends and writes what git has.
  mutating func notePointers(_ difference: TreeDifference) throws {
    guard hasPointers else { return }
    let blobs = try repository.blobs()
    let kept = try difference.all.filter { change in
      guard let after = change.after, after.kind == .file, !change.path.isNote else { return false }
      return try blobs.bytes(of: after.blob).starts(with: Self.pointer)
    }.map(\.path).sorted()
    guard let first = kept.first else { return }
    let files = kept.count == 1 ? first.text : "\(first.text) and \(kept.count - 1) more"
    add([
      .remark(
        "\(files): git-lfs keeps what is in it, and a sync sends and writes the pointer alone. To send it:"
          + " git -C '\(repository.root)' lfs push --all \(remote). To get what others sent:"
          + " git -C '\(repository.root)' lfs pull")
    ])
  }

  private static let pointer = Array("version https://git-lfs.github.com/spec/".utf8)

  /// As far as the attributes at the top say.
  private var hasPointers: Bool {
    Set(["", repository.prefix]).contains { folder in
      let file = Array("\(folder).gitattributes".utf8)
      guard let root = try? Posix.openFolder(Array(repository.root.utf8)),
        let text = try? Posix.contents(file, in: root.raw, limit: 1 << 20)
      else { return false }
      return text.firstRange(of: "filter=lfs".utf8) != nil
    }
  }
}
