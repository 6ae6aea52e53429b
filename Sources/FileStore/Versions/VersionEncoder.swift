import Entities
import Files
import Glibc

/// Makes records of texts, and texts of records.
struct VersionEncoder {
  /// What is larger is not kept: the versions would soon outweigh all notes.
  static let largestText = 64 << 20

  /// Where the payloads are read.
  enum Source {
    case file(Int32)
    /// A log that is being made.
    case memory([UInt8])
  }

  let log: VersionLog
  let source: Source
  let seal: StateSeal

  var form: VersionForm { VersionForm(identity: log.identity, seal: seal) }

  /// The text of a version. Throws `EBADMSG` where the log does not hold what it promised.
  func text(of record: VersionRecord) throws(SystemError) -> [UInt8] {
    guard let chain = log.chain(to: record) else { throw .damaged }
    var text: [UInt8]?
    for part in chain.reversed() where part.kind != .same {
      let payload = try payload(of: part)
      guard
        let next = ZstdText.text(
          of: payload, size: part.size, after: part.kind == .whole ? nil : text)
      else { throw .damaged }
      text = next
    }
    guard let text, text.count == record.size, TextDigest(text) == record.digest else {
      throw .damaged
    }
    return text
  }

  /// What a record holds, as it was before it was closed.
  func payload(of record: VersionRecord) throws(SystemError) -> [UInt8] {
    let stored: [UInt8]
    switch source {
    case .file(let file):
      stored =
        try Posix.read(file, from: record.payload.lowerBound, atMost: record.payload.count)
    case .memory(let bytes): stored = Array(bytes[record.payload.clamped(to: bytes.indices)])
    }
    guard stored.count == record.payload.count, let payload = form.payload(stored, of: record)
    else { throw .damaged }
    return payload
  }

  /// The next record for a text and its payload; nil where the newest version has this very text.
  func next(
    _ text: [UInt8], at moment: Timestamp, by writer: VersionWriter
  ) throws(SystemError) -> (record: VersionRecord, payload: [UInt8])? {
    let digest = TextDigest(text)
    let number = (log.records.last?.number ?? 0) + 1
    if let sibling = try sibling(of: text, digest) {
      guard let newest = log.records.last, root(newest) != root(sibling) else { return nil }
      var record = VersionRecord(
        kind: .same, step: min(sibling.step + 1, .max - 1), number: number, base: sibling.number,
        size: text.count, kept: moment, name: 0, digest: digest, writer: writer)
      record.name = freeName(for: record)
      return (record, [])
    }
    let step = (log.records.last { $0.kind != .same }?.step).map { Int($0) + 1 } ?? 0
    var next = try made(text, digest, number: number, step: step, at: moment)
    next.record.writer = writer
    return next
  }

  /// A record with this number and step, made after one before it where that makes it smaller.
  private func made(
    _ text: [UInt8], _ digest: TextDigest, number: UInt32, step: Int, at moment: Timestamp
  ) throws(SystemError) -> (record: VersionRecord, payload: [UInt8]) {
    var record = VersionRecord(
      kind: .whole, step: 0, number: number, base: number, size: text.count, kept: moment, name: 0,
      digest: digest)
    record.name = freeName(for: record)
    var best: [UInt8]?
    // 12 is made after 8, 13 after 12, 14 after 12, 16 after the whole one.
    if step < VersionLog.longestChain, let base = base(forStep: step & (step - 1)),
      (log.chain(to: base)?.count ?? .max) < VersionLog.longestChain
    {
      best = ZstdText.compressed(text, after: try self.text(of: base))
      record.kind = .difference
      record.step = UInt8(step)
      record.base = base.number
    }
    if let best, best.count <= text.count / 4 { return (record, best) }
    guard let whole = ZstdText.compressed(text) else { throw SystemError(ENOMEM) }
    if let best, best.count < whole.count { return (record, best) }
    (record.kind, record.step, record.base) = (.whole, 0, number)
    return (record, whole)
  }

  /// The nearest record of the present chain that is no further than this step.
  private func base(forStep step: Int) -> VersionRecord? {
    for record in log.records.reversed() where record.kind != .same {
      if Int(record.step) <= step { return record }
      if record.step == 0 { return nil }
    }
    return nil
  }

  /// A version with these very bytes.
  private func sibling(of text: [UInt8], _ digest: TextDigest) throws(SystemError) -> VersionRecord?
  {
    for record in log.records.reversed()
    where record.size == text.count && record.digest == digest {
      if try self.text(of: record) == text { return record }
    }
    return nil
  }

  /// The number of the record that holds the text itself.
  private func root(_ record: VersionRecord) -> UInt32 {
    log.chain(to: record)?.first { $0.kind != .same }?.number ?? record.number
  }

  /// A name that no other version of the note has.
  private func freeName(for record: VersionRecord) -> UInt64 {
    var salt: UInt64 = 0
    while true {
      var facts = log.note.path.bytes
      facts.append(number: record.kept.seconds)
      facts.append(number: record.kept.nanoseconds)
      facts.append(number: record.digest.first)
      let name = Digest.of(facts, seed: salt) & VersionName.mask
      if !log.records.contains(where: { $0.name == name }) { return name }
      salt += 1
    }
  }
}

/// How the number that names a version is written: ten letters and digits, none of which looks
/// like another.
enum VersionName {
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
  private static let length = 10
  static let mask: UInt64 = (1 << UInt64(5 * length)) - 1

  static func text(_ name: UInt64) -> String {
    String((0..<length).map { letters[Int(name >> UInt64(5 * (length - 1 - $0))) & 31] })
  }
}

extension SystemError {
  /// What was read is not what was written.
  static let damaged = SystemError(EBADMSG)
}
