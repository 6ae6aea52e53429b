import CMinizip
import Entities
import Files
import Glibc

/// The files of a zip, read where they lie.
final class ZipSource: SourceContainer {
  private(set) var files: [SourceFile] = []
  private(set) var problems: [SourceFailure] = []
  private let file: Descriptor
  private let name: String
  private var entries: [ZipDirectory.Entry] = []
  private var start = 0

  /// A file that says to become so many times larger is a bomb, unless it is small.
  static let largestRatio: UInt64 = 100
  static let smallEnough: UInt64 = 16 << 20
  private static let headerLength = 30
  private static let stored: UInt64 = 0
  private static let deflated: UInt64 = 8

  /// An empty archive begins with its end.
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

  /// Where it leads is what is in it.
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
    default: return .refused(path, reason: "it is no file")
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

  /// Where the file's bytes are: its own header says how long that is.
  private func part(
    of entry: ZipDirectory.Entry, _ path: String
  ) throws(SourceFailure) -> FilePart {
    let unread = SourceFailure.malformed(path, reason: "it cannot be read out of \(name)")
    guard let offset = Int(exactly: entry.offset), let count = Int(exactly: entry.packed),
      offset <= Int.max / 2
    else { throw unread }
    let header: [UInt8]
    do throws(SystemError) {
      header = try Posix.read(file.raw, from: start + offset, atMost: Self.headerLength)
    } catch {
      throw .unreadable(path, reason: error.reason)
    }
    guard header.count == Self.headerLength, header.span.number(at: 0, 4) == 0x0403_4b50 else {
      throw unread
    }
    let names = Int(header.span.number(at: 26, 2) + header.span.number(at: 28, 2))
    return FilePart(
      file: file.raw, offset: start + offset + Self.headerLength + names, count: count)
  }
}
