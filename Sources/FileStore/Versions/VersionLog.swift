import Bytes
import Entities
import Files

/// The log of one note's versions, without their texts.
///
/// A log is a file that grows at its end: a head with the note's path, then one record per version.
/// Most are differences from a base, so that a version costs only what was typed. A base's step is
/// the version's without its lowest one bit, so that no text needs more than a few others.
struct VersionLog: Equatable, Sendable {
  /// Unique for each file: a rewritten log gets another one.
  var identity: UInt64
  var note: NoteID
  /// In the order of their numbers.
  var records: [VersionRecord] = []
  /// The offset of the next record.
  var end: Int

  /// The most texts after a complete one.
  static let longestChain = 64

  func index(ofNumber number: UInt32) -> Int? {
    let index = records.partitionPoint { $0.number >= number }
    return records[index...].first?.number == number ? index : nil
  }

  /// Returns the records that a text is made of, itself first and a complete one last; nil if one
  /// is missing.
  func chain(to record: VersionRecord) -> [VersionRecord]? {
    var chain = [record]
    var last = record
    // Bases have smaller numbers, so this ends.
    while last.kind != .whole {
      guard let index = index(ofNumber: last.base), last.base < last.number else { return nil }
      last = records[index]
      chain.append(last)
    }
    return chain
  }
}

// MARK: - The head

extension VersionLog {
  private static let magic = Array("ntvers1\n".utf8)
  /// The start of an encrypted log.
  private static let sealedMagic = Array("ntversS\n".utf8)
  private static let family = Array("ntvers".utf8)
  private static let longestPath = 1 << 16

  enum Head: Equatable {
    case log(VersionLog)
    /// A later version of the program wrote it: it must not be changed.
    case later
    case damaged
  }

  /// Returns the head of a new log for this note.
  static func head(
    of note: NoteID, identity: UInt64, seal: StateSeal
  ) throws(SystemError) -> [UInt8] {
    let form = VersionForm(identity: identity, seal: seal)
    let path = try form.closedPath(note.path.bytes)
    var head = seal.isPlain ? magic : sealedMagic
    head.append(number: identity)
    head.append(number: UInt32(truncatingIfNeeded: path.count))
    head += path
    head.append(number: Digest.of(head))
    return head
  }

  static func head(in bytes: [UInt8], seal: StateSeal) -> Head {
    guard bytes.starts(with: seal.isPlain ? magic : sealedMagic), bytes.count >= 28 else {
      let isLater =
        bytes.starts(with: family) && bytes.count > 7 && bytes[7] == UInt8(ascii: "\n")
        && (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(bytes[6])
      return isLater ? .later : .damaged
    }
    let length = Int(bytes.number(at: 16) as UInt32)
    guard length <= longestPath, bytes.count >= 28 + length,
      bytes.number(at: 20 + length) == Digest.of(Array(bytes[..<(20 + length)]))
    else { return .damaged }
    let form = VersionForm(identity: bytes.number(at: 8), seal: seal)
    guard let path = form.path(Array(bytes[20..<(20 + length)])) else { return .damaged }
    return .log(
      VersionLog(identity: form.identity, note: NoteID(NotePath(bytes: path)), end: 28 + length))
  }
}

// MARK: - The records

extension VersionLog {
  enum Tail: Equatable {
    case whole
    /// A record that was being written when the power failed.
    case torn
    /// The log was damaged.
    case damaged
  }

  /// Adds the records in `bytes`, which follow the known ones, and returns what follows the last of
  /// them. Only records whose text can be reconstructed are added.
  mutating func take(_ bytes: [UInt8], seal: StateSeal) -> Tail {
    let form = VersionForm(identity: identity, seal: seal)
    let start = end
    var at = 0
    var tail = Tail.whole
    while at < bytes.count {
      if let record = record(in: bytes, at: at, start: start, form) {
        records.append(record)
        at = record.payload.upperBound - start
        // After damage nothing is appended before the log is rewritten.
        if tail == .whole { end = start + at }
        continue
      }
      if tail == .whole, form.isTorn(bytes[at...]) { return .torn }
      tail = .damaged
      guard let next = form.nextMark(in: bytes, after: at) else { break }
      at = next
    }
    return tail
  }

  /// Returns the record at this offset, if it is complete and consistent with the others.
  private func record(
    in bytes: [UInt8], at offset: Int, start: Int, _ form: VersionForm
  ) -> VersionRecord? {
    guard let record = form.record(in: bytes, at: offset, start: start),
      record.size <= VersionEncoder.largestText,
      record.number > (records.last?.number ?? 0),
      chain(to: record) != nil
    else { return nil }
    return record
  }
}
