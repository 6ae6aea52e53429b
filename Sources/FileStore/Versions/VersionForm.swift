import Files

/// The form of a log's parts in its file: plain or, with a seal, encrypted and bound to the log and
/// to their position in it.
///
/// An encrypted record is a mark, the length of its encrypted head (twice, once inverted: damage to
/// it must not look like a record that was cut off), that head, and the encrypted payload.
struct VersionForm {
  /// The identity of the log.
  let identity: UInt64
  let seal: StateSeal

  private static let sealedMark = Array("\u{1}sec".utf8)
  /// The mark and the two lengths.
  private static let startSize = sealedMark.count + 8
  private static let longestHead = 1_024

  private enum Part: UInt8 {
    case path
    case head
    case payload
  }

  /// Returns the bytes of a record and its payload, for the end of the log.
  func bytes(of record: VersionRecord, _ payload: [UInt8]) throws(SystemError) -> [UInt8] {
    if seal.isPlain { return record.head(payload) + payload }
    let closed = try seal.close(payload, at: context(.payload, record.number))
    let head = try seal.close(record.head(closed), at: context(.head))
    var bytes = Self.sealedMark
    let size = UInt32(truncatingIfNeeded: head.count)
    bytes.append(number: size)
    bytes.append(number: ~size)
    return bytes + head + closed
  }

  /// Returns the record at an offset in `bytes`, which begin at `start` in the log; nil unless it
  /// is complete and undamaged.
  func record(in bytes: [UInt8], at offset: Int, start: Int) -> VersionRecord? {
    guard let (record, head) = head(bytes[offset...], at: start + offset),
      record.payload.upperBound - start <= bytes.count
    else { return nil }
    let payload = (record.payload.lowerBound - start)..<(record.payload.upperBound - start)
    return VersionRecord.fits(Array(bytes[payload]), head: head) ? record : nil
  }

  /// Returns the decrypted payload of a record; nil if the stored bytes are something else.
  func payload(_ stored: [UInt8], of record: VersionRecord) -> [UInt8]? {
    seal.open(stored, at: context(.payload, record.number))
  }

  /// Whether this is the beginning of a record followed by nothing, or zeros: what remains after a
  /// power failure.
  func isTorn(_ rest: ArraySlice<UInt8>) -> Bool {
    if rest.allSatisfy({ $0 == 0 }) { return true }
    guard let (record, _) = head(rest, at: rest.startIndex) else {
      let mark = seal.isPlain ? VersionRecord.mark : Self.sealedMark
      return rest.count < headSize(rest)
        && rest.prefix(mark.count).elementsEqual(mark.prefix(rest.count))
    }
    return record.payload.upperBound > rest.endIndex
      || rest.dropFirst(headSize(rest)).allSatisfy { $0 == 0 }
  }

  func nextMark(in bytes: [UInt8], after offset: Int) -> Int? {
    let mark = seal.isPlain ? VersionRecord.mark : Self.sealedMark
    var at = offset + 1
    while at + mark.count <= bytes.count {
      if bytes[at] == mark[0], bytes[at..<(at + mark.count)].elementsEqual(mark) { return at }
      at += 1
    }
    return nil
  }

  func closedPath(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    try seal.close(path, at: context(.path))
  }

  func path(_ closed: [UInt8]) -> [UInt8]? { seal.open(closed, at: context(.path)) }

  /// Returns the record whose head is at the beginning of `bytes`, and that head.
  private func head(
    _ bytes: ArraySlice<UInt8>, at offset: Int
  ) -> (VersionRecord, ArraySlice<UInt8>)? {
    if seal.isPlain { return VersionRecord(head: bytes, at: offset).map { ($0, bytes) } }
    let size = headSize(bytes)
    let closed = Array(bytes.prefix(size).dropFirst(Self.startSize))
    guard bytes.starts(with: Self.sealedMark), bytes.count >= size,
      let head = seal.open(closed, at: context(.head)),
      var record = VersionRecord(head: head[...], at: 0)
    else { return nil }
    let length = record.payload.count
    record.payload = (offset + size)..<(offset + size + length)
    return (record, head[...])
  }

  /// Returns the number of bytes before the payload of this record, as far as it is known.
  private func headSize(_ bytes: ArraySlice<UInt8>) -> Int {
    if seal.isPlain { return VersionRecord.headSize }
    guard bytes.count >= Self.startSize else { return Self.startSize }
    let start = Array(bytes.prefix(Self.startSize))
    let size: UInt32 = start.number(at: Self.sealedMark.count)
    let inverted: UInt32 = start.number(at: Self.sealedMark.count + 4)
    return Self.startSize + (size == ~inverted ? min(Int(size), Self.longestHead) : 0)
  }

  private func context(_ part: Part, _ number: UInt32 = 0) -> [UInt8] {
    var bound = [part.rawValue]
    bound.append(number: identity)
    bound.append(number: number)
    return bound
  }
}
