import CMinizip
import Entities
import Files
import Glibc

/// The files of a zip, read without unpacking it.
final class ZipSource: SourceContainer {
  private(set) var files: [SourceFile] = []
  private(set) var problems: [SourceFailure] = []
  private let file: Descriptor
  private let name: String
  private var entries: [ZipDirectory.Entry] = []
  private var start = 0

  /// The largest ratio of unpacked to packed size, except for small files: more is a zip bomb.
  static let largestRatio: UInt64 = 100
  static let smallEnough: UInt64 = 16 << 20
  private static let headerLength = 30
  private static let stored: UInt64 = 0
  private static let deflated: UInt64 = 8

  /// Whether it is a zip. An empty archive begins with its end record.
  static func begins(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x50, 0x4b, 3, 4]) || head.starts(with: [0x50, 0x4b, 5, 6])
  }

  init(_ file: consuming Descriptor, named name: String) {
    self.file = file
    self.name = name
    do throws(SystemError) {
      guard let directory = try ZipDirectory(self.file.raw) else {
        problems.append(.malformed(name, reason: "its list of files cannot be read"))
        return
      }
      start = directory.start
      for entry in directory.entries { add(entry) }
      if directory.isCut {
        problems.append(.malformed(name, reason: "its list of files ends early"))
      }
    } catch {
      problems.append(.unreadable(name, reason: error.reason))
    }
  }

  private func add(_ entry: ZipDirectory.Entry) {
    if entry.path.hasSuffix("/") { return }
    var file = SourceFile(
      path: entry.path, size: Int(clamping: entry.size), modified: entry.modified)
    file.failure = Self.failure(of: entry)
    entries.append(entry)
    files.append(file)
    if Self.isLink(entry) { files[files.count - 1].link = link(files.count - 1) }
  }

  private static func isLink(_ entry: ZipDirectory.Entry) -> Bool {
    mode_t(truncatingIfNeeded: entry.mode) & S_IFMT == S_IFLNK
  }

  /// Returns the target of a link, which is its content.
  private func link(_ index: Int) -> String? {
    let entry = entries[index]
    guard entry.size <= SourceFile.longestLink, entry.flags & 1 == 0,
      entry.method == Self.stored || entry.method == Self.deflated
    else { return nil }
    var bytes: [UInt8] = []
    do throws(SourceFailure) {
      try stream(index) { part throws(SourceFailure) in bytes += part }
    } catch {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func failure(of entry: ZipDirectory.Entry) -> SourceFailure? {
    let path = entry.path
    switch mode_t(truncatingIfNeeded: entry.mode) & S_IFMT {
    case 0, S_IFREG: break
    case S_IFLNK: return .refused(path, reason: "it is a link")
    default: return .refused(path, reason: "it is not a file")
    }
    if entry.flags & 1 != 0 { return .encrypted(path) }
    guard entry.method == stored || entry.method == deflated else {
      return .refused(path, reason: "it is compressed in a way that is not read here")
    }
    guard entry.size <= smallEnough || entry.size / largestRatio <= entry.packed else {
      let ratio = "more than \(largestRatio) times larger than it is in there"
      return .refused(path, reason: "it says to be \(ratio)")
    }
    return nil
  }

  func stream(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    let (entry, path) = (entries[index], files[index].path)
    let packed = try part(of: entry, path)
    let broken = SourceFailure.malformed(
      path, reason: "what is in \(name) under this name is broken")
    var (count, crc) = (UInt64(0), crc32(0, nil, 0))
    func give(_ bytes: UnsafeRawBufferPointer) throws(SourceFailure) {
      count += UInt64(bytes.count)
      guard count <= entry.size else { throw broken }
      crc = crc32(crc, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count))
      try body(bytes)
    }
    if entry.method == Self.stored {
      try packed.stream(named: path, give)
    } else {
      guard let inflater = Inflater(.bare) else { throw .unreadable(path, reason: "no memory") }
      try packed.stream(named: path) { bytes throws(SourceFailure) in
        guard try inflater.take(bytes, give) else { throw broken }
      }
    }
    guard count == entry.size, crc == UInt(entry.crc) else {
      throw .malformed(path, reason: "it is not as it was put into \(name)")
    }
  }

  /// Returns the range of the file's bytes, which follow a header of variable length.
  private func part(
    of entry: ZipDirectory.Entry, _ path: String
  ) throws(SourceFailure) -> FilePart {
    let unread = SourceFailure.malformed(path, reason: "it cannot be read out of \(name)")
    guard let offset = Int(exactly: entry.offset), let count = Int(exactly: entry.packed),
      offset <= Int.max / 2
    else { throw unread }
    let header = try rethrow(Posix.read(file.raw, from: start + offset, atMost: Self.headerLength))
    { (error: SystemError) in SourceFailure.unreadable(path, reason: error.reason) }
    guard header.count == Self.headerLength, header.span.number(at: 0, 4) == 0x0403_4b50 else {
      throw unread
    }
    let names = Int(header.span.number(at: 26, 2) + header.span.number(at: 28, 2))
    return FilePart(
      file: file.raw, offset: start + offset + Self.headerLength + names, count: count)
  }
}

/// The directory at the end of a zip, as the format's specification defines it, including sizes and
/// offsets beyond four gigabytes.
private struct ZipDirectory {
  struct Entry {
    var path: String
    var modified: Timestamp?
    var flags: UInt64
    var method: UInt64
    var crc: UInt32
    var packed: UInt64
    var size: UInt64
    /// The offset of its own header from the start of the archive.
    var offset: UInt64
    var mode: UInt64
  }

  private(set) var entries: [Entry] = []
  /// Whether it ends before all of its files are named.
  private(set) var isCut = false
  /// The number of bytes before the archive, as in a self-extracting one.
  private(set) var start = 0

  private static let endLength = 22
  private static let farEndLength = 56
  private static let locatorLength = 20
  private static let longestComment = 0xffff
  private static let entryLength = 46
  /// Enough for a million names of realistic length.
  private static let largest = 1 << 30

  /// Nil if there is no directory.
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

  /// Returns the last end record whose comment fits into the file.
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

  /// Returns the end record of a large archive, which a locator before the normal end record refers to.
  private static func farEnd(
    before end: Int, in file: Int32
  ) throws(SystemError) -> (offset: Int, bytes: [UInt8])? {
    guard end >= locatorLength + farEndLength else { return nil }
    let locator = try Posix.read(file, from: end - locatorLength, atMost: locatorLength)
    guard locator.count == locatorLength, locator.span.number(at: 0, 4) == 0x0706_4b50 else {
      return nil
    }
    // Bytes before the archive shift the offset.
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
    // A signature of all files may follow the entries.
    isCut =
      index != bytes.count && (index + 4 > bytes.count || bytes.number(at: index, 4) != 0x0505_4b50)
  }

  /// Decodes a name: UTF-8, or else Latin-1. Backslashes of Windows become slashes.
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

  /// Reads numbers that do not fit into the entry itself, and the UTC time that most programs add.
  /// The zip's own time has no time zone.
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

  /// Reads the numbers that are too large for their own fields, which are always in this order.
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
  /// Reads a little-endian number.
  func number(at start: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (start..<start + count).reversed() { number = number << 8 | UInt64(self[index]) }
    return number
  }
}
