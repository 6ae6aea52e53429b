import Entities
import FileStore

/// Changes of what is known, as bytes: fixed numbers and a path each, small ends first.
enum PlacesPart {
  private enum Kind {
    static let set = UInt8(1)
    static let remove = UInt8(2)
  }

  static func bytes(of changes: [PlacesCache.Change]) -> [UInt8] {
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
        append(record.facts.inode, to: &bytes)
        append(UInt64(bitPattern: Int64(record.facts.size)), to: &bytes)
        append(record.facts.modified, to: &bytes)
        append(record.facts.changed, to: &bytes)
        append(UInt64(bitPattern: Int64(record.textSize)), to: &bytes)
        append(UInt64(record.place.bytes.count), to: &bytes)
        bytes += record.place.bytes
      }
    }
    return bytes
  }

  /// False where that is not what `bytes` made.
  static func read(_ bytes: [UInt8], _ take: (PlacesCache.Change) -> Void) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var reader = PartReader(bytes: bytes)
      while !reader.isAtEnd {
        guard let kind = reader.byte(), let id = reader.bytes(16).flatMap(SealedID.init(bytes:))
        else { return false }
        if kind == Kind.remove {
          take(.remove(id))
          continue
        }
        guard kind == Kind.set, let record = record(&reader) else { return false }
        take(.set(id, record))
      }
      return true
    }
  }

  private static func record(_ reader: inout PartReader) -> PlaceRecord? {
    guard let inode = reader.number(), let size = reader.size(), let modified = reader.time(),
      let changed = reader.time(), let textSize = reader.size(), let length = reader.size(),
      let path = reader.bytes(length)
    else { return nil }
    let place = NotePath(bytes: Array(path))
    guard SealedHead.fits(place) else { return nil }
    return PlaceRecord(
      facts: SealedFacts(inode: inode, size: size, modified: modified, changed: changed),
      place: place, textSize: textSize)
  }

  private static func append(_ time: Timestamp, to bytes: inout [UInt8]) {
    append(UInt64(bitPattern: time.seconds), to: &bytes)
    append(UInt64(bitPattern: Int64(time.nanoseconds)), to: &bytes)
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

private struct PartReader {
  let bytes: UnsafeRawBufferPointer
  var place = 0

  var isAtEnd: Bool { place == bytes.count }

  mutating func bytes(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
    guard count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func byte() -> UInt8? { bytes(1)?.first }

  mutating func number() -> UInt64? {
    let start = place
    guard bytes(8) != nil else { return nil }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  mutating func size() -> Int? { number().flatMap { Int(exactly: $0) } }

  mutating func time() -> Timestamp? {
    guard let seconds = number(), let nanoseconds = number().flatMap({ Int32(exactly: $0) }) else {
      return nil
    }
    return Timestamp(seconds: Int64(bitPattern: seconds), nanoseconds: nanoseconds)
  }
}
