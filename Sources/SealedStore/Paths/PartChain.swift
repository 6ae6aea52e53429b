import Entities
import Files
import Glibc

/// A file of parts that grows at its end. Each part is encrypted on its own, and bound to the file's
/// purpose, to its offset and to the part before it: no part can be left out, moved, or taken from an
/// earlier file. It is possible to cut parts off the end, or to restore a whole earlier file.
///
/// A part is `length, encrypted bytes, length`, four bytes a length: so the last part can be
/// checked from the file's end.
struct PartChain: Sendable {
  let seal: StateSeal
  /// The purpose of the file.
  let bond: [UInt8]

  /// The size of the authentication tag at a part's end.
  static let proofSize = 16
  private static let lengthSize = 4
  /// The bytes of a part around its sealed content.
  static let extra = 2 * lengthSize
  static let noProof = [UInt8](repeating: 0, count: proofSize)

  /// The end of a file.
  struct End {
    /// The size of its first part.
    var first: Int
    /// The tag of its last part.
    var proof: [UInt8]
  }

  /// Returns a part for this offset, after the part with this tag.
  func part(
    _ bytes: [UInt8], at offset: Int = 0, after proof: [UInt8] = noProof
  ) throws(SystemError) -> [UInt8] {
    let closed = try seal.close(bytes, at: context(offset, proof))
    let length = (0..<Self.lengthSize).map { UInt8(truncatingIfNeeded: closed.count >> (8 * $0)) }
    return length + closed + length
  }

  private func context(_ offset: Int, _ proof: some Collection<UInt8>) -> [UInt8] {
    bond + (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) } + proof
  }

  /// Passes all parts to `take` in order, until it returns false. Returns false if not all of the
  /// file was read: the rest is then unknown.
  func read(_ file: [UInt8], _ take: (_ part: [UInt8], _ size: Int) -> Bool) -> Bool {
    var (offset, proof) = (0, Self.noProof[...])
    while offset < file.count {
      let rest = file[offset...]
      guard let length = Self.number(rest.prefix(4)), length >= Self.proofSize,
        length <= rest.count - Self.extra
      else { return false }
      let closed = rest.dropFirst(4).prefix(length)
      guard Self.number(rest.dropFirst(4 + length).prefix(4)) == length,
        let part = seal.open(Array(closed), at: context(offset, proof)),
        take(part, length + Self.extra)
      else { return false }
      proof = closed.suffix(Self.proofSize)
      offset += length + Self.extra
    }
    return !file.isEmpty
  }

  /// Returns the end of an open file of this size; nil if it ends in the middle of a part.
  static func end(of file: Int32, _ size: Int) throws(SystemError) -> End? {
    guard size >= extra + proofSize, let first = number(try bytes(in: file, at: 0, 4)[...]),
      let last = number(try bytes(in: file, at: size - 4, 4)[...]), last >= proofSize,
      last <= size - extra, number(try bytes(in: file, at: size - extra - last, 4)[...]) == last
    else { return nil }
    return End(
      first: first + extra, proof: try bytes(in: file, at: size - 4 - proofSize, proofSize))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.count == lengthSize ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : nil
  }

  private static func bytes(
    in file: Int32, at offset: Int, _ count: Int
  ) throws(SystemError) -> [UInt8] {
    let bytes = try Posix.read(file, from: offset, atMost: count)
    if bytes.count < count { throw .cutShort }
    return bytes
  }
}

extension SystemError {
  /// A file ends in the middle of a part.
  static let cutShort = SystemError(EIO)
}

/// Reads the values of a part: numbers are little-endian. Returns nil if bytes are missing.
struct PartReader {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  var isAtEnd: Bool { offset == bytes.count }
  var left: Int { bytes.count - offset }

  mutating func bytes(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
    guard count >= 0, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func byte() -> UInt8? { bytes(1)?.first }

  mutating func number() -> UInt64? {
    let start = offset
    guard bytes(8) != nil else { return nil }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  mutating func short() -> UInt32? {
    let start = offset
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

/// Appends the values that `PartReader` reads.
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
