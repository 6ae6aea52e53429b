import Entities
import Files

/// The list of files at the end of a zip, as the format's own description has it, sizes and offsets
/// beyond four gigabytes too.
struct ZipDirectory {
  struct Entry {
    var path: String
    var modified: Timestamp?
    var flags: UInt64
    var method: UInt64
    var crc: UInt32
    var packed: UInt64
    var size: UInt64
    /// Where its own header is, from the start of the archive.
    var offset: UInt64
    var mode: UInt64
  }

  private(set) var entries: [Entry] = []
  /// It ends before all of its files are named.
  private(set) var isCut = false
  /// What is before the archive, as the program of one that unpacks itself.
  private(set) var start = 0

  private static let endLength = 22
  private static let farEndLength = 56
  private static let locatorLength = 20
  private static let longestComment = 0xffff
  private static let entryLength = 46
  /// More than a million names of any length that people give.
  private static let largest = 1 << 30

  /// Nil where there is none.
  init?(_ file: Int32) throws(SystemError) {
    let size = try Posix.facts(of: file).size
    let tailStart = max(0, size - Self.endLength - Self.longestComment)
    let tail = try Posix.read(file, from: tailStart, atMost: size - tailStart)
    guard let end = Self.end(in: tail.span) else { return nil }
    var last = tailStart + end
    var count = tail.span.number(at: end + 10, 2)
    var length = tail.span.number(at: end + 12, 4)
    var offset = tail.span.number(at: end + 16, 4)
    if let (far, bytes) = try Self.farEnd(before: last, in: file) {
      last = far
      count = bytes.span.number(at: 32, 8)
      length = bytes.span.number(at: 40, 8)
      offset = bytes.span.number(at: 48, 8)
    }
    guard length <= UInt64(min(last, Self.largest)) else { return nil }
    let first = last - Int(length)
    guard offset <= UInt64(first) else { return nil }
    start = first - Int(offset)
    let bytes = try Posix.read(file, from: first, atMost: Int(length))
    read(bytes.span)
    isCut = isCut || UInt64(entries.count) & 0xffff != count & 0xffff
  }

  /// The last signature that a comment fits behind.
  private static func end(in tail: Span<UInt8>) -> Int? {
    var index = tail.count - endLength
    while index >= 0 {
      if tail.number(at: index, 4) == 0x0605_4b50,
        index + endLength + Int(tail.number(at: index + 20, 2)) <= tail.count
      {
        return index
      }
      index -= 1
    }
    return nil
  }

  /// The end of a large archive, which another one before the common end names.
  private static func farEnd(
    before end: Int, in file: Int32
  ) throws(SystemError) -> (offset: Int, bytes: [UInt8])? {
    guard end >= locatorLength + farEndLength else { return nil }
    let locator = try Posix.read(file, from: end - locatorLength, atMost: locatorLength)
    guard locator.count == locatorLength, locator.span.number(at: 0, 4) == 0x0706_4b50 else {
      return nil
    }
    // What is before the archive moves it.
    let near = end - locatorLength - farEndLength
    for offset in [Int(exactly: locator.span.number(at: 8, 8)), near] {
      guard let offset, offset <= near else { continue }
      let bytes = try Posix.read(file, from: offset, atMost: farEndLength)
      if bytes.count == farEndLength, bytes.span.number(at: 0, 4) == 0x0606_4b50 {
        return (offset, bytes)
      }
    }
    return nil
  }

  private mutating func read(_ bytes: Span<UInt8>) {
    var index = 0
    while index + Self.entryLength <= bytes.count, bytes.number(at: index, 4) == 0x0201_4b50 {
      if entries.count > SourceTree.mostEntries { return }
      let name = index + Self.entryLength
      let extra = name + Int(bytes.number(at: index + 28, 2))
      let comment = extra + Int(bytes.number(at: index + 30, 2))
      guard comment <= bytes.count else { break }
      var entry = Entry(
        path: Self.text(bytes.extracting(name..<extra)),
        flags: bytes.number(at: index + 8, 2), method: bytes.number(at: index + 10, 2),
        crc: UInt32(bytes.number(at: index + 16, 4)), packed: bytes.number(at: index + 20, 4),
        size: bytes.number(at: index + 24, 4), offset: bytes.number(at: index + 42, 4),
        mode: bytes.number(at: index + 38, 4) >> 16)
      entry.read(extra: bytes.extracting(extra..<comment))
      entries.append(entry)
      index = comment + Int(bytes.number(at: index + 32, 2))
    }
    // Behind the files there may be a signature of all of them.
    isCut =
      index != bytes.count && (index + 4 > bytes.count || bytes.number(at: index, 4) != 0x0505_4b50)
  }

  /// Names are UTF-8, or in the letters of an old PC; whole paths of Windows have other slashes.
  private static func text(_ bytes: Span<UInt8>) -> String {
    let all = bytes.indices.map { bytes[$0] }
    let text =
      String(validating: all, as: UTF8.self)
      ?? String(String.UnicodeScalarView(all.map { Unicode.Scalar($0) }))
    return text.contains("/") ? text : String(text.map { $0 == "\\" ? "/" : $0 })
  }
}

extension ZipDirectory.Entry {
  private static let far: UInt64 = 0xffff_ffff

  /// What did not fit into the entry itself, and the time in UTC that most programs add. The zip's own
  /// time is of a clock on a wall somewhere.
  fileprivate mutating func read(extra: Span<UInt8>) {
    var index = 0
    while index + 4 <= extra.count {
      let kind = extra.number(at: index, 2)
      let start = index + 4
      let end = min(start + Int(extra.number(at: index + 2, 2)), extra.count)
      if kind == 1 { read(far: extra.extracting(start..<end)) }
      if kind == 0x5455, end - start >= 5, extra[start] & 1 != 0 {
        let seconds = UInt32(extra.number(at: start + 1, 4))
        modified = Timestamp(seconds: Int64(Int32(bitPattern: seconds)))
      }
      index = end
    }
  }

  /// Only what is too large for its own field is here, always in this order.
  private mutating func read(far numbers: Span<UInt8>) {
    var index = 0
    func next(_ field: inout UInt64) {
      guard field == Self.far, index + 8 <= numbers.count else { return }
      field = numbers.number(at: index, 8)
      index += 8
    }
    next(&size)
    next(&packed)
    next(&offset)
  }
}

extension Span<UInt8> {
  /// The lowest byte comes first.
  func number(at start: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (start..<start + count).reversed() { number = number << 8 | UInt64(self[index]) }
    return number
  }
}
