import Entities
import Merging
import Services

/// Trees of texts, kept in memory.
final class MemoryBlobs: BlobReading {
  struct Missing: Error {}

  private var blobs: [String: [UInt8]] = [:]

  private(set) var reads = 0

  func bytes(of blob: String) throws -> [UInt8] {
    reads += 1
    guard let bytes = blobs[blob] else { throw Missing() }
    return bytes
  }

  func blob(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    let blob = String(repeating: "0", count: 40 - digits.count) + digits
    blobs[blob] = bytes
    return blob
  }

  func tree(_ files: [String: String]) -> Tree {
    Dictionary(
      uniqueKeysWithValues: files.map {
        (NotePath($0.key), TreeEntry(blob: blob(Array($0.value.utf8))))
      })
  }

  /// The texts of a merged tree; those that are no UTF-8 show U+FFFD.
  func texts(_ merged: MergedTree) throws -> [String: String] {
    var texts: [String: String] = [:]
    for (path, file) in merged.files {
      switch file {
      case .unchanged(let entry):
        texts[path.text] = String(decoding: try bytes(of: entry.blob), as: UTF8.self)
      case .written(_, let bytes): texts[path.text] = String(decoding: bytes, as: UTF8.self)
      }
    }
    return texts
  }

  func tree(_ merged: MergedTree) -> Tree {
    merged.files.mapValues { file in
      switch file {
      case .unchanged(let entry): entry
      case .written(let kind, let bytes): TreeEntry(kind, blob: blob(bytes))
      }
    }
  }
}

/// Three vaults, and what must come of them.
struct TreeCase {
  var base: [String: String]
  var one: [String: String]
  var other: [String: String]
  var dates = (one: 100, other: 200)
  var opener: (any AgeOpening)?

  /// The laptop is `one` and has the smaller hash; the phone is later.
  func merged(turned: Bool = false) throws -> (texts: [String: String], merged: MergedTree) {
    let blobs = MemoryBlobs()
    let one = MergeSide(
      tree: blobs.tree(one), name: "laptop 2026-03-02 09:00", date: dates.one, hash: "1a")
    let other = MergeSide(
      tree: blobs.tree(other), name: "phone 2026-03-02 09:05", date: dates.other, hash: "2b")
    let merged = try TreeMerge.merge(
      base: blobs.tree(base), one: turned ? other : one, other: turned ? one : other,
      blobs: blobs, opener: opener)
    return (try blobs.texts(merged), merged)
  }
}
