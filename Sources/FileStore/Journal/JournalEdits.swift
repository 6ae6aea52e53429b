package import Entities
import Files
import Glibc
package import Services

/// The edits of a large text, as a file that grows: while the user types in a gigabyte, each second
/// costs only what was typed.
///
/// A line with the kind of the file comes first, then records: one with the note and the text that
/// was edited, then those with edits. A record starts with its length and a digest, so that one cut
/// short by a crash is recognized; all before it is good. With a seal each is encrypted and bound
/// to the previous one and to the file's name: none can be left out or inserted.
struct JournalEdits: Equatable {
  var note: NoteID?
  /// When the last edits were saved.
  var savedAt: Timestamp
  var base: TextBase?
  var edits: [[UInt8]]

  static let mark = Array("notes-tui-recovery 3\n".utf8)
  private static let headSize = 16

  static func isMarked(_ file: [UInt8]) -> Bool { file.starts(with: mark) }

  /// Returns a new file with its first edits.
  static func file(
    of note: NoteID?, since base: TextBase?, _ edits: [UInt8], savedAt: Timestamp,
    named name: [UInt8],
    seal: StateSeal
  ) throws(SystemError) -> [UInt8] {
    var words = ["-"]
    if let base {
      words = [
        "\(base.size)", "\(base.inode)", "\(base.modified.seconds)",
        "\(base.modified.nanoseconds)",
        base.digest.map { String(decoding: Hex.digits($0), as: UTF8.self) } ?? "-",
      ]
    }
    let head = Array("\(words.joined(separator: " ")) \(JournalLine.words(note))".utf8)
    let first = try record(head, number: 0, after: name, seal)
    return try mark + first
      + record(edits, savedAt: savedAt, number: 1, after: end(of: first), seal: seal)
  }

  /// Returns the record to append; `last` is the end of the previous one.
  static func record(
    _ edits: [UInt8], savedAt: Timestamp, number: Int, after last: [UInt8], seal: StateSeal
  ) throws(SystemError) -> [UInt8] {
    let payload = Array("\(savedAt.seconds) \(savedAt.nanoseconds)\n".utf8) + edits
    return try record(payload, number: number, after: last, seal)
  }

  /// Returns the last bytes of a record. Those of an encrypted record are unique.
  static func end(of record: [UInt8]) -> [UInt8] { Array(record.suffix(16)) }

  private static func record(
    _ payload: [UInt8], number: Int, after last: [UInt8], _ seal: StateSeal
  ) throws(SystemError) -> [UInt8] {
    let sealed = try seal.close(payload, at: context(number, last))
    return Hex.raw(UInt64(sealed.count)) + Hex.raw(Digest.of(sealed, seed: UInt64(number))) + sealed
  }

  private static func context(_ number: Int, _ last: [UInt8]) -> [UInt8] {
    Hex.raw(UInt64(number)) + last
  }

  /// Nil if the file has another format, or contains no complete edits.
  init?(file: [UInt8], named name: [UInt8], seal: StateSeal) {
    guard Self.isMarked(file) else { return nil }
    var rest = file[Self.mark.count...]
    var last = name
    guard let head = Self.next(&rest, number: 0, &last, seal), let about = Self.about(head) else {
      return nil
    }
    (base, note) = about
    (savedAt, edits) = (Timestamp(seconds: 0), [])
    while let payload = Self.next(&rest, number: edits.count + 1, &last, seal) {
      guard let lineEnd = payload.firstIndex(of: UInt8(ascii: "\n")) else { break }
      let words = payload[..<lineEnd].split(separator: 0x20)
      guard words.count == 2, let seconds = Int64(String(decoding: words[0], as: UTF8.self)),
        let nanoseconds = Int32(String(decoding: words[1], as: UTF8.self))
      else { break }
      savedAt = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
      edits.append(Array(payload[(lineEnd + 1)...]))
    }
    if edits.isEmpty { return nil }
  }

  private static func next(
    _ rest: inout ArraySlice<UInt8>, number: Int, _ last: inout [UInt8], _ seal: StateSeal
  ) -> [UInt8]? {
    guard rest.count >= headSize, let count = Hex.number(raw: rest.prefix(8)),
      count <= UInt64(rest.count - headSize)
    else { return nil }
    let sealed = Array(rest.dropFirst(headSize).prefix(Int(count)))
    guard Hex.number(raw: rest.dropFirst(8).prefix(8)) == Digest.of(sealed, seed: UInt64(number))
    else { return nil }
    rest = rest.dropFirst(headSize + Int(count))
    defer { last = end(of: sealed) }
    return seal.open(sealed, at: context(number, last))
  }

  private static func about(_ head: [UInt8]) -> (base: TextBase?, note: NoteID?)? {
    var words = head.split(separator: 0x20)[...]
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    var base: TextBase?
    if texts.first == "-" {
      words = words.dropFirst()
    } else {
      guard texts.count >= 6, let size = Int(texts[0]), let inode = UInt64(texts[1]),
        let seconds = Int64(texts[2]), let nanoseconds = Int32(texts[3])
      else { return nil }
      base = TextBase(
        inode: inode, size: size,
        modified: Timestamp(seconds: seconds, nanoseconds: nanoseconds),
        digest: UInt64(texts[4], radix: 16))
      words = words.dropFirst(5)
    }
    return JournalLine.note(words).map { (base, $0) }
  }
}

extension Hex {
  /// Returns eight bytes, the lowest first.
  fileprivate static func raw(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  fileprivate static func number(raw bytes: ArraySlice<UInt8>) -> UInt64? {
    bytes.count == 8 ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : nil
  }
}

/// The growing files of this run, by name.
struct JournalSeries: Sendable {
  struct Growing: Sendable {
    /// The offset after the last complete record.
    var byteCount: Int
    var records: Int
    /// The last bytes of the last record.
    var last: [UInt8]
    /// The length of the file when it was started.
    var firstByteCount: Int
  }

  /// The size above which a file that grew to several times its first length is started again.
  static let leastGrowth = 1 << 20

  private var growing: [[UInt8]: Growing] = [:]

  subscript(file: [UInt8]) -> Growing? {
    get { growing[file] }
    set { growing[file] = newValue }
  }
}

extension JournalSeries.Growing {
  init(begunWith file: [UInt8]) {
    self.init(
      byteCount: file.count, records: 2, last: JournalEdits.end(of: file),
      firstByteCount: file.count)
  }

  /// Whether starting again would be several times cheaper.
  var isLong: Bool {
    byteCount > JournalSeries.leastGrowth && byteCount / 4 > firstByteCount || records > 100_000
  }
}

/// Large texts, of which only the edits are saved.
extension FolderJournal {
  package func keep(
    edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int
  ) throws(NoteStoreError) {
    try keeping(of: note, draft: draft) { (folder, name, state) throws(SystemError) in
      let bytes = try JournalEdits.file(
        of: note, since: base, edits, savedAt: clock.now, named: name, seal: seal)
      state.series[name] = nil
      try write(bytes, as: name, in: folder)
      state.series[name] = JournalSeries.Growing(begunWith: bytes)
      // The whole copy under this name was based on another file.
      if let old = state.bases[name] { try? Posix.remove(old.file, in: folder) }
      state.bases[name] = nil
    }
  }

  package func keepMore(
    edits: [UInt8], of note: NoteID?, draft: Int
  ) throws(NoteStoreError) -> Bool {
    try keeping(of: note, draft: draft) { (folder, name, state) throws(SystemError) in
      guard var growing = state.series[name], !growing.isLong,
        let file = try? Posix.open(name, in: folder, O_RDWR | O_NONBLOCK | O_NOFOLLOW),
        try Posix.facts(of: file.raw).size == growing.byteCount
      else { return false }
      let record = try JournalEdits.record(
        edits, savedAt: clock.now, number: growing.records, after: growing.last, seal: seal)
      // Nothing may be added before this is on disk, because nothing after half a record is read.
      state.series[name] = nil
      let raw = file.raw
      do throws(SystemError) {
        let end = off_t(growing.byteCount)
        try Posix.retrying { lseek(raw, end, SEEK_SET) }
        try disk.write(record, to: raw)
        try disk.sync(raw)
      } catch {
        // The next call writes everything again, and may need the space.
        _ = ftruncate(raw, off_t(growing.byteCount))
        throw error
      }
      growing.byteCount += record.count
      growing.records += 1
      growing.last = JournalEdits.end(of: record)
      state.series[name] = growing
      return true
    }
  }
}
