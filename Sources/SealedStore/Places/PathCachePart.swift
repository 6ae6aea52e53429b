import Entities
import Files

/// What is known, as bytes: fixed numbers and a path each, small ends first.
enum PathCachePart {
  private enum Kind {
    static let set = UInt8(1)
    static let remove = UInt8(2)
  }

  static func bytes(of changes: [PathCache.Change]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(changes.count * 128)
    for change in changes {
      switch change {
      case .remove(let id):
        bytes.append(Kind.remove)
        bytes += id.bytes
      case .set(let id, let record):
        bytes.append(Kind.set)
        bytes += id.bytes
        bytes.append(number: record.facts.inode)
        bytes.append(number: record.facts.size)
        bytes.append(record.facts.modified)
        bytes.append(record.facts.changed)
        bytes.append(number: record.textSize)
        bytes.append(number: record.mark.bits)
        bytes.append(record.place)
      }
    }
    return bytes
  }

  /// False where that is not what `bytes` made.
  static func read(_ bytes: [UInt8], into table: inout PathTable) -> Bool {
    // Each takes 77 bytes and a path; too many is only room.
    table.reserve(bytes.count / 100)
    return bytes.withUnsafeBytes { bytes in
      var reader = PartReader(bytes: bytes)
      while !reader.isAtEnd {
        guard let kind = reader.byte(), let id = reader.bytes(16).flatMap(SealedID.init(bytes:))
        else { return false }
        if kind == Kind.remove {
          table.remove(id)
          continue
        }
        guard kind == Kind.set, let record = record(&reader) else { return false }
        table.set(id, record)
      }
      return true
    }
  }

  private static func record(_ reader: inout PartReader) -> PathRecord? {
    guard let inode = reader.number(), let size = reader.size(), let modified = reader.time(),
      let changed = reader.time(), let textSize = reader.size(), let mark = reader.number(),
      let place = reader.path(), SealedHead.fits(place)
    else { return nil }
    return PathRecord(
      facts: SealedFacts(inode: inode, size: size, modified: modified, changed: changed),
      place: place, textSize: textSize, mark: FileMark(bits: mark))
  }
}
