import CZstd
import Entities
import Files
import Glibc

/// Converts texts to records and back.
struct VersionEncoder {
  /// Larger texts get no versions, because those would soon outweigh all notes.
  static let largestText = 64 << 20

  /// Where payloads are read from.
  enum Source {
    case file(Int32)
    /// A new log in memory.
    case memory([UInt8])
  }

  let log: VersionLog
  let source: Source
  let seal: StateSeal

  var form: VersionForm { VersionForm(identity: log.identity, seal: seal) }

  /// Returns the text of a version. Throws `EBADMSG` if the log is damaged.
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

  /// Returns the decrypted payload of a record.
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

  /// Returns the next record and its payload; nil if the newest version has the same text.
  func next(
    _ text: [UInt8], at moment: Timestamp, by writer: VersionWriter
  ) throws(SystemError) -> (record: VersionRecord, payload: [UInt8])? {
    let digest = TextDigest(text)
    let number = (log.records.last?.number ?? 0) + 1
    if let sibling = try sibling(of: text, digest) {
      guard let newest = log.records.last, root(newest) != root(sibling) else { return nil }
      var record = VersionRecord(
        kind: .same, step: min(sibling.step + 1, .max - 1), number: number, base: sibling.number,
        size: text.count, savedAt: moment, name: 0, digest: digest, writer: writer)
      record.name = freeName(for: record)
      return (record, [])
    }
    let step = (log.records.last { $0.kind != .same }?.step).map { Int($0) + 1 } ?? 0
    var next = try made(text, digest, number: number, step: step, at: moment)
    next.record.writer = writer
    return next
  }

  /// Makes a record with this number and step, based on an earlier one if that makes it smaller.
  private func made(
    _ text: [UInt8], _ digest: TextDigest, number: UInt32, step: Int, at moment: Timestamp
  ) throws(SystemError) -> (record: VersionRecord, payload: [UInt8]) {
    var record = VersionRecord(
      kind: .whole, step: 0, number: number, base: number, size: text.count, savedAt: moment,
      name: 0,
      digest: digest)
    record.name = freeName(for: record)
    var best: [UInt8]?
    // Each step is based on an earlier one: 12 on 8, 13 on 12, 14 on 12, 16 on the complete text.
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

  /// Returns the newest record of the current chain with at most this step.
  private func base(forStep step: Int) -> VersionRecord? {
    for record in log.records.reversed() where record.kind != .same {
      if Int(record.step) <= step { return record }
      if record.step == 0 { return nil }
    }
    return nil
  }

  /// Returns a version with the same bytes.
  private func sibling(of text: [UInt8], _ digest: TextDigest) throws(SystemError) -> VersionRecord?
  {
    for record in log.records.reversed()
    where record.size == text.count && record.digest == digest {
      if try self.text(of: record) == text { return record }
    }
    return nil
  }

  /// Returns the number of the record that contains the text itself.
  private func root(_ record: VersionRecord) -> UInt32 {
    log.chain(to: record)?.first { $0.kind != .same }?.number ?? record.number
  }

  /// Returns a name that no other version of the note has.
  private func freeName(for record: VersionRecord) -> UInt64 {
    var salt: UInt64 = 0
    while true {
      var facts = log.note.path.bytes
      facts.append(number: record.savedAt.seconds)
      facts.append(number: record.savedAt.nanoseconds)
      facts.append(number: record.digest.first)
      let name = Digest.of(facts, seed: salt) & VersionName.mask
      if !log.records.contains(where: { $0.name == name }) { return name }
      salt += 1
    }
  }
}

/// The text form of a version's number: ten letters and digits that cannot be confused.
enum VersionName {
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
  private static let length = 10
  static let mask: UInt64 = (1 << UInt64(5 * length)) - 1

  static func text(_ name: UInt64) -> String {
    String((0..<length).map { letters[Int(name >> UInt64(5 * (length - 1 - $0))) & 31] })
  }
}

extension SystemError {
  /// The content is not what was written.
  static let damaged = SystemError(EBADMSG)
}

/// Compresses texts with zstd, alone or as differences from another text.
enum ZstdText {
  /// Returns nil if there is not enough memory, or the library refuses.
  static func compressed(_ text: [UInt8], after base: [UInt8]? = nil) -> [UInt8]? {
    guard let context = ZSTD_createCCtx() else { return nil }
    defer { ZSTD_freeCCtx(context) }
    let reach = text.count + (base?.count ?? 0)
    // Level 3 for typed texts; above that, time matters more than space.
    set(context, ZSTD_c_compressionLevel, reach > 1 << 20 ? 1 : 3)
    if reach > 1 << 18 {
      // Without this the start of a large base would be out of range at the end of the text.
      set(context, ZSTD_c_windowLog, windowLog(reach))
      set(context, ZSTD_c_enableLongDistanceMatching, 1)
    }
    let bound = ZSTD_compressBound(text.count)
    var count = 0
    let payload = [UInt8](unsafeUninitializedCapacity: bound) { room, filled in
      count = text.withUnsafeBytes { text in
        (base ?? []).withUnsafeBytes { base in
          if !base.isEmpty {
            // The base must stay in memory until the next call ends.
            ZSTD_CCtx_refPrefix(context, base.baseAddress, base.count)
          }
          return ZSTD_compress2(context, room.baseAddress, bound, text.baseAddress, text.count)
        }
      }
      filled = ZSTD_isError(count) == 0 ? count : 0
    }
    return ZSTD_isError(count) == 0 ? payload : nil
  }

  /// Returns nil unless the text has exactly this size. The base must be that of `compressed`.
  static func text(of payload: [UInt8], size: Int, after base: [UInt8]? = nil) -> [UInt8]? {
    guard let context = ZSTD_createDCtx() else { return nil }
    defer { ZSTD_freeDCtx(context) }
    var isWhole = false
    let text = [UInt8](unsafeUninitializedCapacity: size) { room, filled in
      let count = payload.withUnsafeBytes { payload in
        (base ?? []).withUnsafeBytes { base in
          if !base.isEmpty { ZSTD_DCtx_refPrefix(context, base.baseAddress, base.count) }
          return ZSTD_decompressDCtx(
            context, room.baseAddress, size, payload.baseAddress, payload.count)
        }
      }
      isWhole = ZSTD_isError(count) == 0 && count == size
      filled = isWhole ? count : 0
    }
    return isWhole ? text : nil
  }

  private static func set(_ context: OpaquePointer, _ parameter: ZSTD_cParameter, _ value: Int32) {
    // A rejected parameter keeps its default, and the text is the same.
    ZSTD_CCtx_setParameter(context, parameter, value)
  }

  private static func windowLog(_ reach: Int) -> Int32 {
    // The largest window that decoders accept by default.
    min(27, Int32(Int.bitWidth - max(1, reach - 1).leadingZeroBitCount))
  }
}

extension FolderVersions {
  /// The library that compresses versions.
  package static var library: String { "zstd \(String(cString: ZSTD_versionString()))" }
}
