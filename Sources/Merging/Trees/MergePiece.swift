import Comparing
import Entities

/// A file of the merged tree, before its final name is known.
struct MergePiece {
  enum Content {
    /// The content of the entry; `isOf` is the side that has it.
    case unchanged(TreeEntry, isOf: Int)
    case written(TreeEntry.Kind, MergedText)
  }

  /// The file on each side, in order; nil if a side does not have it.
  var sources: [MergeSource?]
  var base: TreeEntry?
  var content: Content
  var wanted: NotePath
  var rank: NameRank
  /// The events to report, once the name is final.
  var remarks: [Remark] = []

  enum Remark {
    case merged
    case copied(of: Int, side: String)
    case identity(of: Int, side: String)
    case deletionOverruled(side: String)
    case renamedTwice(instead: NotePath)
  }
}

/// A file on one side, with its path.
struct MergeSource: Equatable {
  var path: NotePath
  var entry: TreeEntry
}

/// Decides which of several files gets the name that all of them want: the lowest rank.
struct NameRank: Comparable {
  enum Kind: Int { case old, new, copy }

  var kind: Kind
  /// The date of the commit that gave the name.
  var date: Int
  var hash: String
  /// The former path of the file.
  var before: NotePath

  static func < (one: NameRank, other: NameRank) -> Bool {
    if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
    if one.date != other.date { return one.date < other.date }
    if one.hash != other.hash { return one.hash.utf8.lexicographicallyPrecedes(other.hash.utf8) }
    return one.before < other.before
  }
}

/// A cache of blobs: a note is read to find renames, to update links, and to merge it.
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
