import Comparing
import Entities
import Services

/// A file of the merged tree, before it has its name for certain.
struct MergePiece {
  enum Content {
    /// As the entry says; `isOf` says which side's text that is.
    case unchanged(TreeEntry, isOf: Int)
    case written(TreeEntry.Kind, MergedText)
  }

  /// What the sides have of it, by their order; nil where one has nothing of it.
  var sources: [MergeSource?]
  var base: TreeEntry?
  var content: Content
  var wanted: NotePath
  var rank: NameRank
  /// What is reported of it once it has its name.
  var remarks: [Remark] = []

  enum Remark {
    case merged
    case copied(of: Int, side: String)
    case identity(of: Int, side: String)
    case deletionOverruled(side: String)
    case renamedTwice(instead: NotePath)
  }
}

/// Where a side has a file.
struct MergeSource: Equatable {
  var path: NotePath
  var entry: TreeEntry
}

/// Who of several files has a name that all of them want: the first.
struct NameRank: Comparable {
  enum Kind: Int { case old, new, copy }

  var kind: Kind
  /// Of the commit that gave the name.
  var date: Int
  var hash: String
  /// What the file was called before.
  var before: NotePath

  static func < (one: NameRank, other: NameRank) -> Bool {
    if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
    if one.date != other.date { return one.date < other.date }
    if one.hash != other.hash { return one.hash.utf8.lexicographicallyPrecedes(other.hash.utf8) }
    return one.before < other.before
  }
}

/// Blobs that were read once: a note is looked at for its likeness, for its links, and merged.
final class BlobCache {
  private let reader: any BlobReading
  private var blobs: [String: [UInt8]] = [:]
  private var size = 0
  private static let mostBytes = 64 << 20

  init(_ reader: any BlobReading) { self.reader = reader }

  func bytes(of blob: String) throws -> [UInt8] {
    if let known = blobs[blob] { return known }
    let bytes = try reader.bytes(of: blob)
    if size + bytes.count > Self.mostBytes {
      blobs = [:]
      size = 0
    }
    blobs[blob] = bytes
    size += bytes.count
    return bytes
  }
}
