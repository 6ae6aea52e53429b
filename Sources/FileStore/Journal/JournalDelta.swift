import Bytes
import Entities
import Files

/// A large saved text as its differences from an earlier one that was saved completely: while the
/// user types in a large note, each second costs only what was typed.
struct JournalDelta: Equatable {
  var note: NoteID?
  var savedAt: Timestamp
  /// The file with the earlier text.
  var base: [UInt8]
  /// The number of unchanged bytes at the beginning and at the end.
  var head: Int
  var tail: Int
  var middle: [UInt8]
  /// The digest of the whole text.
  var digest: UInt64

  private static let version = "2"

  /// Nil if it would not be much smaller than the text.
  init?(note: NoteID?, savedAt: Timestamp, from old: [UInt8], in base: [UInt8], to new: [UInt8]) {
    let (head, tail) = Self.shared(old, new)
    guard (new.count - head - tail) * 4 < new.count else { return nil }
    self.note = note
    self.savedAt = savedAt
    self.base = base
    self.head = head
    self.tail = tail
    middle = Array(new[head..<(new.count - tail)])
    digest = Digest.of(new)
  }

  private static func shared(_ old: [UInt8], _ new: [UInt8]) -> (head: Int, tail: Int) {
    let most = min(old.count, new.count)
    return old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        var head = 0
        while head < most, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < most - head, old[old.count - tail - 1] == new[new.count - tail - 1] {
          tail += 1
        }
        return (head, tail)
      }
    }
  }

  var file: [UInt8] {
    JournalLine(
      version: Self.version, note: note, savedAt: savedAt, digest: digest,
      more: ["\(head)", "\(tail)", Percent.text(of: base)]
    ).file(middle)
  }

  /// Nil if this is not such a file. `entry(over:)` finds out whether it is complete.
  init?(file: [UInt8]) {
    guard let (line, middle) = JournalLine.read(file, version: Self.version, more: 3),
      let head = Int(line.more[0]), let tail = Int(line.more[1]), head >= 0, tail >= 0,
      let base = Percent.decoded(line.more[2].utf8)
    else { return nil }
    (note, savedAt, digest) = (line.note, line.savedAt, line.digest)
    (self.base, self.head, self.tail, self.middle) = (base, head, tail, middle)
  }

  /// Returns the whole text; nil unless every byte is as it was saved.
  func entry(over base: [UInt8]) -> JournalEntry? {
    guard head <= base.count, tail <= base.count else { return nil }
    let bytes = base[..<head] + middle + base[(base.count - tail)...]
    guard Digest.of(Array(bytes)) == digest else { return nil }
    return JournalEntry(note: note, savedAt: savedAt, bytes: Array(bytes))
  }
}

/// The complete texts that this run's deltas are based on, by the delta's file.
struct JournalBases: Sendable {
  /// Smaller texts are always written completely.
  static let smallest = 256 << 10

  struct Base: Sendable {
    var file: [UInt8]
    var bytes: [UInt8]
  }

  private var bases: [[UInt8]: Base] = [:]
  private var lastNumber = 0

  subscript(file: [UInt8]) -> Base? {
    get { bases[file] }
    set { bases[file] = newValue }
  }

  /// Returns an unused name for a new base, so that deltas with an older one stay valid.
  mutating func newName(for file: [UInt8]) -> [UInt8] {
    lastNumber += 1
    return Array("base\(lastNumber)-".utf8) + file
  }

  static func isBase(_ name: [UInt8], of file: [UInt8]) -> Bool {
    owner(of: name).map { $0.elementsEqual(file) } ?? false
  }

  /// Returns the file that a base belongs to; nil if this is no base.
  static func owner(of name: [UInt8]) -> ArraySlice<UInt8>? {
    guard name.starts(with: "base".utf8), let dash = name.firstIndex(of: UInt8(ascii: "-")) else {
      return nil
    }
    return name[(dash + 1)...]
  }
}
