import Entities

/// Takes a part of ours to pieces: numbers with their small ends first. Nil for what is not there.
struct PartReader {
  let bytes: UnsafeRawBufferPointer
  var place = 0

  var isAtEnd: Bool { place == bytes.count }
  var left: Int { bytes.count - place }

  mutating func bytes(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
    guard count >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func byte() -> UInt8? { bytes(1)?.first }

  mutating func number() -> UInt64? {
    let start = place
    guard bytes(8) != nil else { return nil }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  mutating func short() -> UInt32? {
    let start = place
    guard bytes(4) != nil else { return nil }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
  }

  mutating func size() -> Int? { number().flatMap { Int(exactly: $0) } }

  mutating func time() -> Timestamp? {
    guard let seconds = number(), let nanoseconds = short() else { return nil }
    return Timestamp(
      seconds: Int64(bitPattern: seconds), nanoseconds: Int32(bitPattern: nanoseconds))
  }

  mutating func path() -> NotePath? {
    guard let length = short(), let path = bytes(Int(length)) else { return nil }
    return NotePath(bytes: Array(path))
  }
}

/// What `PartReader` reads.
extension [UInt8] {
  mutating func append(number: some FixedWidthInteger & BitwiseCopyable) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  mutating func append(_ time: Timestamp) {
    append(number: time.seconds)
    append(number: time.nanoseconds)
  }

  mutating func append(_ path: NotePath) {
    append(number: UInt32(path.bytes.count))
    append(contentsOf: path.bytes)
  }
}
