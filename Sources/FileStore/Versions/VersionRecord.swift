import Entities
import Files

/// One version of a note in its log. On disk it is a head of fixed size, the name of the writer,
/// and the payload.
struct VersionRecord: Equatable, Sendable {
  enum Kind: UInt8 {
    /// The payload is the text.
    case whole = 1
    /// The payload converts the base's text to this one.
    case difference
    /// The text equals the base's; there is no payload.
    case same
  }

  var kind: Kind
  /// The number of texts since the last complete one, which determines the base.
  var step: UInt8
  /// Increases through the log, with gaps for removed versions.
  var number: UInt32
  /// The number of the base; a complete version has its own number.
  var base: UInt32
  var size: Int
  var savedAt: Timestamp
  var name: UInt64
  var digest: TextDigest
  var writer = VersionWriter(.unknown)
  /// The range of its payload in the log.
  var payload: Range<Int> = 0..<0
}

/// A digest for comparing texts. Equal digests are no proof: the bytes are compared too.
struct TextDigest: Equatable, Sendable {
  var first: UInt64
  var second: UInt64

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  init(_ text: [UInt8]) {
    self.init(first: Digest.of(text, seed: seeds.0), second: Digest.of(text, seed: seeds.1))
  }
}

private let seeds: (UInt64, UInt64) = (0x6e6f_7465_732d_7475, 0x9d39_247e_3377_6d41)

extension VersionRecord {
  static let headSize = 72
  /// The start of every head, for finding the records after a damaged one.
  static let mark = Array("\u{1}ver".utf8)

  /// Returns the head of a record with this stored payload, and the writer's name.
  func head(_ payload: [UInt8]) -> [UInt8] {
    let name = writer.name.utf8.prefix(Int(UInt8.max))
    var head = Self.mark
    head.reserveCapacity(Self.headSize + payload.count)
    head += [kind.rawValue, step, writer.kind.rawValue, UInt8(name.count)]
    head.append(number: UInt32(truncatingIfNeeded: payload.count))
    head.append(number: UInt32(truncatingIfNeeded: size))
    head.append(number: UInt64(bitPattern: savedAt.seconds))
    head.append(number: UInt32(bitPattern: savedAt.nanoseconds))
    head.append(number: number)
    head.append(number: base)
    head.append(number: Self.checksum(name + payload))
    head.append(number: digest.first)
    head.append(number: digest.second)
    head.append(number: self.name)
    head.append(number: Digest.of(head))
    return head + name
  }

  /// The head at the beginning of `bytes`, at `offset` in the log; nil if there is none.
  init?(head bytes: ArraySlice<UInt8>, at offset: Int) {
    guard bytes.count >= Self.headSize, bytes.starts(with: Self.mark) else { return nil }
    let head = Array(bytes.prefix(Self.headSize))
    guard head.number(at: 64) == Digest.of(Array(head[..<64])),
      let kind = Kind(rawValue: head[4])
    else { return nil }
    self.kind = kind
    step = head[5]
    let length = Int(head.number(at: 8) as UInt32)
    size = Int(head.number(at: 12) as UInt32)
    savedAt = Timestamp(
      seconds: Int64(bitPattern: head.number(at: 16)),
      nanoseconds: Int32(bitPattern: head.number(at: 24)))
    number = head.number(at: 28)
    base = head.number(at: 32)
    digest = TextDigest(first: head.number(at: 40), second: head.number(at: 48))
    name = head.number(at: 56)
    let writerName = bytes.dropFirst(Self.headSize).prefix(Int(head[7]))
    writer = VersionWriter(
      VersionWriter.Kind(rawValue: head[6]) ?? .unknown,
      name: String(decoding: writerName, as: UTF8.self))
    let start = offset + Self.headSize + Int(head[7])
    payload = start..<(start + length)
  }

  /// Whether the payload, and the name after the head, match the head's checksum.
  static func fits(_ payload: [UInt8], head: ArraySlice<UInt8>) -> Bool {
    let fixed = Array(head.prefix(headSize))
    let name = head.dropFirst(headSize).prefix(Int(fixed[7]))
    return (fixed.number(at: 36) as UInt32) == checksum(name + payload)
  }

  private static func checksum(_ payload: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: Digest.of(payload))
  }
}

extension [UInt8] {
  /// Appends in little-endian order, on every machine.
  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// The caller checks that there are enough bytes.
  func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
    withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }
}
